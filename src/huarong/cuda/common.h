/* What all kernels share: this text stands before each of them. Kernels are compiled with `-D` constants when they are
   used. The tests compile them as C++ for the processor (tests/data/cuda.hpp).

   A kernel's blocks are launched in several pieces, so that no launch takes long: `before` is how many blocks were
   launched earlier, and BLOCK the number of a block among all. */

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define KERNEL extern "C" __global__ void __launch_bounds__(128)
#define DEVICE [[maybe_unused]] static __device__ __forceinline__
#define BLOCK (before + blockIdx.x)

/* Add what the threads of a block have found; every thread of the block has to call it. */
DEVICE void add(u64 *sum, u32 found) {
    __shared__ u32 ours;
    if (!threadIdx.x) ours = 0;
    __syncthreads();
    if (found) atomicAdd(&ours, found);
    __syncthreads();
    if (!threadIdx.x && ours) atomicAdd(sum, (u64)ours);
}
