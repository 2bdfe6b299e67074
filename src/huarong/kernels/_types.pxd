# See _types.py, which says what these are.
ctypedef unsigned char u8
ctypedef unsigned short u16
ctypedef int i32
ctypedef unsigned int u32
ctypedef long long i64
ctypedef unsigned long long u64
ctypedef Py_ssize_t isize

ctypedef unsigned char[::1] u8s
ctypedef unsigned short[::1] u16s
ctypedef int[::1] i32s
ctypedef unsigned int[::1] u32s
ctypedef long long[::1] i64s
ctypedef unsigned long long[::1] u64s
