/* 马旭's four programs in their own language, written from his article: which program, and his m, are the arguments.

   Each `move` has his parameters, his local arrays, his conditions in his order, and his copy back after each of them.
   The functions that he describes but does not print (moveok, moveover, mcopy, putpass) are in the simplest form: one
   comparison of cells after another, up to the first that differs. The strings use strcpy and strcmp, as his do.

   The program prints the calls of move, the neighbors tested, the ways, and the processor seconds. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long calls, tests;
static int m, sn;
static int mc[41];
static char mcs[41];

static void putpass(void) { sn++; }

/* The matrix: pass has nine cells in a row, as he declares it, reached by k / 3 and k % 3, as in his main */

static const int goal[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 0}};
static int pass[41][9];

static void mcopy(int to[][3], int from[][3])
{
    int i, j;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            to[i][j] = from[i][j];
}

static int moveover(int x[][3])
{
    int i, j;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            if (x[i][j] != goal[i][j])
                return 0;
    return 1;
}

static int moveok(int x[][3], int i0, int j0, int i1, int j1, int n)
{
    int k, c;
    tests++;
    x[i0][j0] = x[i1][j1];
    x[i1][j1] = 0;
    for (k = 0; k < n; k++) {
        for (c = 0; c < 9; c++)
            if (pass[k][c] != x[c / 3][c % 3])
                break;
        if (c == 9)
            return 0;
    }
    for (c = 0; c < 9; c++)
        pass[n][c] = x[c / 3][c % 3];
    return 1;
}

static void move_matrix(int x[][3], int i, int j, int n)
{
    int y[3][3];
    calls++;
    mcopy(y, x);
    if (moveover(x))
        putpass();
    if (n < m) {
        n++;
        if (i != 0 && moveok(x, i, j, i - 1, j, n)) {
            mc[n] = x[i][j];
            move_matrix(x, i - 1, j, n);
        }
        mcopy(x, y);
        if (i != 2 && moveok(x, i, j, i + 1, j, n)) {
            mc[n] = x[i][j];
            move_matrix(x, i + 1, j, n);
        }
        mcopy(x, y);
        if (j != 0 && moveok(x, i, j, i, j - 1, n)) {
            mc[n] = x[i][j];
            move_matrix(x, i, j - 1, n);
        }
        mcopy(x, y);
        if (j != 2 && moveok(x, i, j, i, j + 1, n)) {
            mc[n] = x[i][j];
            move_matrix(x, i, j + 1, n);
        }
        mcopy(x, y);
    }
}

/* The signs: pass has matrices, since his main fills it with mcopy(pass[0], a) */

static int sign[9][9], rows[41][3][3];

static void creatsm(void)
{
    int p, k;
    for (p = 0; p < 9; p++)
        for (k = 0; k < 9; k++)
            sign[p][k] = abs(p / 3 - k / 3) + abs(p % 3 - k % 3) == 1;
}

static int moveok_sign(int x[][3], int p, int k, int n)
{
    int at, i, j, same;
    tests++;
    x[p / 3][p % 3] = x[k / 3][k % 3];
    x[k / 3][k % 3] = 0;
    for (at = 0; at < n; at++) {
        same = 1;
        for (i = 0; i < 3 && same; i++)
            for (j = 0; j < 3 && same; j++)
                same = rows[at][i][j] == x[i][j];
        if (same)
            return 0;
    }
    mcopy(rows[n], x);
    return 1;
}

static void move_sign(int x[][3], int p, int n)
{
    int y[3][3], k;
    calls++;
    mcopy(y, x);
    if (moveover(x))
        putpass();
    if (n < m) {
        n++;
        for (k = 0; k < 9; k++) {
            if (sign[p][k] == 1 && moveok_sign(x, p, k, n)) {
                int i = p / 3, j = p % 3;
                mc[n] = x[i][j];
                move_sign(x, k, n);
            }
            mcopy(x, y);
        }
    }
}

/* The path instead of the parameter and the copy */

static int a[3][3] = {{8, 7, 6}, {5, 4, 3}, {2, 1, 0}};

static void move_path(int p, int n)
{
    int k;
    calls++;
    if (moveover(a))
        putpass();
    if (n < m) {
        n++;
        for (k = 0; k < 9; k++) {
            if (sign[p][k] == 1 && moveok_sign(a, p, k, n)) {
                int i = p / 3, j = p % 3;
                mc[n] = a[i][j];
                move_path(k, n);
            }
            mcopy(a, rows[n - 1]);
        }
    }
}

/* The string */

static const char goals[] = "123456780";
static char passes[41][10];

static int moveoks(char x[], int p, int k, int n)
{
    int at;
    tests++;
    x[p] = x[k];
    x[k] = '0';
    for (at = 0; at < n; at++)
        if (strcmp(passes[at], x) == 0)
            return 0;
    strcpy(passes[n], x);
    return 1;
}

static void move_string(char x[], int p, int n)
{
    int i, j;
    char y[10];
    calls++;
    strcpy(y, x);
    if (strcmp(goals, x) == 0)
        putpass();
    i = p / 3, j = p % 3;
    if (n < m) {
        n++;
        if (i != 0 && moveoks(x, p, p - 3, n)) {
            mcs[n] = x[p];
            move_string(x, p - 3, n);
        }
        strcpy(x, y);
        if (i != 2 && moveoks(x, p, p + 3, n)) {
            mcs[n] = x[p];
            move_string(x, p + 3, n);
        }
        strcpy(x, y);
        if (j != 0 && moveoks(x, p, p - 1, n)) {
            mcs[n] = x[p];
            move_string(x, p - 1, n);
        }
        strcpy(x, y);
        if (j != 2 && moveoks(x, p, p + 1, n)) {
            mcs[n] = x[p];
            move_string(x, p + 1, n);
        }
        strcpy(x, y);
    }
}

int main(int count, char **words)
{
    char text[] = "876543210";
    clock_t began = clock();
    if (count != 3 || (m = atoi(words[2])) < 0 || m > 40)
        return 2;
    memcpy(pass[0], a, sizeof a);
    mcopy(rows[0], a);
    strcpy(passes[0], text);
    creatsm();
    if (strcmp(words[1], "matrix") == 0)
        move_matrix(a, 2, 2, 0);
    else if (strcmp(words[1], "string") == 0)
        move_string(text, 8, 0);
    else if (strcmp(words[1], "sign") == 0)
        move_sign(a, 8, 0);
    else if (strcmp(words[1], "path") == 0)
        move_path(8, 0);
    else
        return 2;
    printf("%ld %ld %d %.6f\n", calls, tests, sn, (double)(clock() - began) / CLOCKS_PER_SEC);
    return 0;
}
