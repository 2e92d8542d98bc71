// Matrix products of quantised weights for wllama's llama.cpp, with WebAssembly's relaxed SIMD.
//
// Takes the place of ggml's `ggml_compute_forward_mul_mat` and of three of its dot products, inside the finished file (see
// `link-kernels.ts`): no data, no calls through tables, and only functions that ggml has itself. A row of weights is unpacked
// once for four columns of activations. Sums of bytes are exact, so only the order of adding floats differs from ggml's.
#include <stdbool.h>
#include <stdint.h>
#include <wasm_simd128.h>

#define INLINE static inline __attribute__((always_inline))
#define EXPORT(name) __attribute__((export_name(name)))
/** Columns that are computed together. */
#define TILE 4
/** Rows of weights that a thread takes at once: they stay in the processor's nearest cache for all columns. */
#define ROWS 16
/** Blocks of 32 in the widest row that has room on the stack for its columns' scales. */
#define MAX_BLOCKS 512

// ggml's formats (ggml.h, ggml-common.h).
enum { F32 = 0, Q4_0 = 2, Q4_1 = 3, Q5_0 = 6, Q5_1 = 7, Q8_0 = 8, Q4_K = 12, Q5_K = 13, Q6_K = 14 };
enum { HINT_HADAMARD = 1 };
typedef struct { uint16_t d; int8_t q[32]; } BlockQ8;
typedef struct { uint16_t d, sum; int8_t q[32]; } BlockQ81;
typedef struct { float d; int8_t q[256]; int16_t sums[16]; } BlockQ8K;
typedef struct { uint16_t d; uint8_t q[16]; } BlockQ40;
typedef struct { uint16_t d, m; uint8_t q[16]; } BlockQ41;
typedef struct { uint16_t d; uint8_t high[4], q[16]; } BlockQ50;
typedef struct { uint16_t d, m; uint8_t high[4], q[16]; } BlockQ51;
typedef struct { uint16_t d, m; uint8_t scales[12], q[128]; } BlockQ4K;
typedef struct { uint16_t d, m; uint8_t scales[12], high[32], q[128]; } BlockQ5K;
typedef struct { uint8_t q[128], high[64]; int8_t scales[16]; uint16_t d; } BlockQ6K;
_Static_assert(sizeof(BlockQ8) == 34 && sizeof(BlockQ81) == 36 && sizeof(BlockQ8K) == 292, "activations");
_Static_assert(sizeof(BlockQ40) == 18 && sizeof(BlockQ41) == 20 && sizeof(BlockQ50) == 22 && sizeof(BlockQ51) == 24, "blocks");
_Static_assert(sizeof(BlockQ4K) == 144 && sizeof(BlockQ5K) == 176 && sizeof(BlockQ6K) == 210, "K blocks");

typedef struct Tensor {
  int32_t type;
  void *buffer;
  int64_t ne[4];
  uint64_t nb[4];
  int32_t op, op_params[16], flags;
  struct Tensor *src[10], *view_src;
  uint64_t view_offset;
  char *data;
} Tensor;
typedef struct {
  int32_t thread, threads;
  uint64_t work_size;
  char *work;
  void *pool;
  bool is_reference;
} Task;
_Static_assert(__builtin_offsetof(Tensor, src) == 152 && __builtin_offsetof(Tensor, data) == 248, "a tensor");
_Static_assert(__builtin_offsetof(Task, pool) == 24, "a task");

void ggml_barrier(void *pool);
void quantize_row_q8_0(const float *from, void *to, int64_t count);
void quantize_row_q8_1(const float *from, void *to, int64_t count);
void quantize_row_q8_K(const float *from, void *to, int64_t count);
void before_ggml_compute_forward_mul_mat(const Task *task, Tensor *result);

INLINE float from_half(uint16_t half) {
  const uint32_t bits = (uint32_t)half << 16, twice = bits + bits;
  union { uint32_t u; float f; } normal = {(twice >> 4) + (0xE0u << 23)}, tiny = {(twice >> 17) | (126u << 23)}, value;
  value.f = twice < (1u << 27) ? tiny.f - 0.5f : normal.f * 0x1.0p-112f;
  value.u |= bits & 0x80000000u;
  return value.f;
}
INLINE float add_lanes(v128_t v) {
  v = wasm_f32x4_add(v, wasm_i32x4_shuffle(v, v, 2, 3, 0, 1));
  v = wasm_f32x4_add(v, wasm_i32x4_shuffle(v, v, 1, 0, 3, 2));
  return wasm_f32x4_extract_lane(v, 0);
}
// Sums of pairs: signed bytes times bytes up to 127, which no browser's relaxed instruction computes differently.
INLINE v128_t pairs(v128_t a, v128_t w) { return wasm_i16x8_relaxed_dot_i8x16_i7x16(a, w); }
// The same for 32 bytes, of which the weights are at most 63, so that sums of four fit.
INLINE v128_t pairs_of_32(const int8_t *a, v128_t low, v128_t high) {
  return wasm_i16x8_add(pairs(wasm_v128_load(a), low), pairs(wasm_v128_load(a + 16), high));
}
INLINE v128_t add_dot(v128_t sum, v128_t a, v128_t b) { return wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(a, b)); }
INLINE v128_t add_times(v128_t sum, v128_t a, v128_t b) { return wasm_f32x4_add(sum, wasm_f32x4_mul(a, b)); }
INLINE v128_t add_scaled(v128_t sum, v128_t dots, float by) {
  return add_times(sum, wasm_f32x4_convert_i32x4(dots), wasm_f32x4_splat(by));
}
#define LANE16(v, k) wasm_i16x8_shuffle(v, v, k, k, k, k, k, k, k, k)

// ---- Formats in blocks of 256, whose activations are Q8_K ----

// Eight scales and eight minima of six bits each.
INLINE void unpack_scales(const uint8_t packed[12], v128_t *scales, v128_t *minima) {
  uint32_t a, b, c;
  __builtin_memcpy(&a, packed, 4);
  __builtin_memcpy(&b, packed + 4, 4);
  __builtin_memcpy(&c, packed + 8, 4);
  const uint64_t s = (a & 0x3f3f3f3f) | (uint64_t)((c & 0x0f0f0f0f) | ((a >> 6 & 0x03030303) << 4)) << 32;
  const uint64_t m = (b & 0x3f3f3f3f) | (uint64_t)((c >> 4 & 0x0f0f0f0f) | ((b >> 6 & 0x03030303) << 4)) << 32;
  *scales = wasm_u16x8_extend_low_u8x16(wasm_i64x2_splat((int64_t)s));
  *minima = wasm_u16x8_extend_low_u8x16(wasm_i64x2_splat((int64_t)m));
}
INLINE v128_t sums_of_32(const BlockQ8K *a) {
  const v128_t x = wasm_v128_load(a->sums), y = wasm_v128_load(a->sums + 8);
  const v128_t even = wasm_i16x8_shuffle(x, y, 0, 2, 4, 6, 8, 10, 12, 14);
  return wasm_i16x8_add(even, wasm_i16x8_shuffle(x, y, 1, 3, 5, 7, 9, 11, 13, 15));
}

// 64 weights of a block: 32 with the scale 2 * j, 32 with the next.
#define ADD_64(j, low0, low1, high0, high1)                                              \
  for (int c = 0; c < n; c++) {                                                          \
    const int8_t *a = at[c][i].q + 64 * (j);                                             \
    sum[c] = add_dot(sum[c], pairs_of_32(a, low0, low1), LANE16(scales, 2 * (j)));       \
    sum[c] = add_dot(sum[c], pairs_of_32(a + 32, high0, high1), LANE16(scales, 2 * (j) + 1)); \
  }
#define Q4K_64(j)                                                                                    \
  {                                                                                                  \
    const v128_t q0 = wasm_v128_load(w->q + 32 * (j)), q1 = wasm_v128_load(w->q + 32 * (j) + 16);     \
    ADD_64(j, wasm_v128_and(q0, nibble), wasm_v128_and(q1, nibble), wasm_u8x16_shr(q0, 4), wasm_u8x16_shr(q1, 4)) \
  }
#define BIT_AS_16(bits, k) wasm_i8x16_shl(wasm_v128_and(wasm_u8x16_shr(bits, k), one), 4)
#define Q5K_64(j)                                                                                    \
  {                                                                                                  \
    const v128_t q0 = wasm_v128_load(w->q + 32 * (j)), q1 = wasm_v128_load(w->q + 32 * (j) + 16);     \
    const v128_t low0 = wasm_v128_or(wasm_v128_and(q0, nibble), BIT_AS_16(bits0, 2 * (j)));          \
    const v128_t low1 = wasm_v128_or(wasm_v128_and(q1, nibble), BIT_AS_16(bits1, 2 * (j)));          \
    const v128_t high0 = wasm_v128_or(wasm_u8x16_shr(q0, 4), BIT_AS_16(bits0, 2 * (j) + 1));         \
    const v128_t high1 = wasm_v128_or(wasm_u8x16_shr(q1, 4), BIT_AS_16(bits1, 2 * (j) + 1));         \
    ADD_64(j, low0, low1, high0, high1)                                                              \
  }
#define ROW_WITH_MINIMA(name, Block, PREPARE, ADD)                                                   \
  INLINE void name(const int n, int blocks, const Block *w, const BlockQ8K *const *at, float *out) { \
    const v128_t nibble = wasm_i8x16_const_splat(15);                                                \
    v128_t total[n];                                                                                 \
    for (int c = 0; c < n; c++) total[c] = wasm_f32x4_const_splat(0);                                \
    for (int i = 0; i < blocks; i++, w++) {                                                          \
      v128_t scales, minima, sum[n];                                                                 \
      unpack_scales(w->scales, &scales, &minima);                                                    \
      for (int c = 0; c < n; c++) sum[c] = wasm_i32x4_const_splat(0);                                \
      PREPARE ADD(0) ADD(1) ADD(2) ADD(3)                                                            \
      const float d = from_half(w->d), m = from_half(w->m);                                          \
      for (int c = 0; c < n; c++) {                                                                  \
        const BlockQ8K *a = &at[c][i];                                                               \
        total[c] = add_scaled(total[c], sum[c], d * a->d);                                           \
        total[c] = add_scaled(total[c], wasm_i32x4_dot_i16x8(minima, sums_of_32(a)), -m * a->d);     \
      }                                                                                              \
    }                                                                                                \
    for (int c = 0; c < n; c++) out[c] = add_lanes(total[c]);                                        \
  }
ROW_WITH_MINIMA(row_q4_K, BlockQ4K, , Q4K_64)
ROW_WITH_MINIMA(row_q5_K, BlockQ5K,
                const v128_t bits0 = wasm_v128_load(w->high); const v128_t bits1 = wasm_v128_load(w->high + 16);
                const v128_t one = wasm_i8x16_const_splat(1);, Q5K_64)

// 16 weights, as 0 to 63: the format's zero is 32, which the sums of the activations take off.
#define Q6K_16(half, k, low, bits, shift)                                                             \
  {                                                                                                   \
    const v128_t q = wasm_v128_or(low, wasm_i8x16_shl(wasm_v128_and(wasm_u8x16_shr(bits, shift), three), 4)); \
    for (int c = 0; c < n; c++)                                                                       \
      sum[c] = add_dot(sum[c], pairs(wasm_v128_load(at[c][i].q + 128 * (half) + 16 * (k)), q), LANE16(scales##half, k)); \
  }
#define Q6K_128(half)                                                                                 \
  {                                                                                                   \
    const v128_t a0 = wasm_v128_load(w->q + 64 * half), a1 = wasm_v128_load(w->q + 64 * half + 16);    \
    const v128_t b0 = wasm_v128_load(w->q + 64 * half + 32), b1 = wasm_v128_load(w->q + 64 * half + 48); \
    const v128_t h0 = wasm_v128_load(w->high + 32 * half), h1 = wasm_v128_load(w->high + 32 * half + 16); \
    Q6K_16(half, 0, wasm_v128_and(a0, nibble), h0, 0) Q6K_16(half, 1, wasm_v128_and(a1, nibble), h1, 0) \
    Q6K_16(half, 2, wasm_v128_and(b0, nibble), h0, 2) Q6K_16(half, 3, wasm_v128_and(b1, nibble), h1, 2) \
    Q6K_16(half, 4, wasm_u8x16_shr(a0, 4), h0, 4) Q6K_16(half, 5, wasm_u8x16_shr(a1, 4), h1, 4)        \
    Q6K_16(half, 6, wasm_u8x16_shr(b0, 4), h0, 6) Q6K_16(half, 7, wasm_u8x16_shr(b1, 4), h1, 6)        \
  }
INLINE void row_q6_K(const int n, int blocks, const BlockQ6K *w, const BlockQ8K *const *at, float *out) {
  const v128_t nibble = wasm_i8x16_const_splat(15), three = wasm_i8x16_const_splat(3);
  v128_t total[n];
  for (int c = 0; c < n; c++) total[c] = wasm_f32x4_const_splat(0);
  for (int i = 0; i < blocks; i++, w++) {
    const v128_t scales0 = wasm_i16x8_load8x8(w->scales), scales1 = wasm_i16x8_load8x8(w->scales + 8);
    v128_t sum[n];
    for (int c = 0; c < n; c++) {
      const v128_t half = wasm_i32x4_dot_i16x8(scales0, wasm_v128_load(at[c][i].sums));
      const v128_t zeros = add_dot(half, scales1, wasm_v128_load(at[c][i].sums + 8));
      sum[c] = wasm_i32x4_neg(wasm_i32x4_shl(zeros, 5));
    }
    Q6K_128(0) Q6K_128(1)
    const float d = from_half(w->d);
    for (int c = 0; c < n; c++) total[c] = add_scaled(total[c], sum[c], d * at[c][i].d);
  }
  for (int c = 0; c < n; c++) out[c] = add_lanes(total[c]);
}

// ---- Formats in blocks of 32, whose activations are Q8_0 or Q8_1 ----

// The activations of TILE columns. By block and column: the scales, and what each block of weights takes off or adds, to be
// multiplied by the weights' scale or minimum.
typedef struct {
  const int8_t *q[TILE];
  uint64_t step;
  const float *scales, *shifts;
} Columns;

INLINE v128_t spread_bits(const uint8_t *bits, const int from) {
  const v128_t mask = wasm_i8x16_const(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
  const v128_t all = wasm_v128_load32_zero(bits);
  const v128_t each = from == 0 ? wasm_i8x16_shuffle(all, all, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1)
                                : wasm_i8x16_shuffle(all, all, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
  return wasm_v128_and(wasm_i8x16_eq(wasm_v128_and(each, mask), mask), wasm_i8x16_const_splat(16));
}
#define ROW_OF_32(name, Block, LOW, HIGH, SHIFT)                                                     \
  INLINE void name(const int n, int blocks, const Block *w, const Columns *at, float *out) {         \
    const v128_t ones = wasm_i16x8_const_splat(1), nibble = wasm_i8x16_const_splat(15);              \
    v128_t total[n], shift = wasm_f32x4_const_splat(0);                                              \
    for (int c = 0; c < n; c++) total[c] = wasm_f32x4_const_splat(0);                                \
    for (int i = 0; i < blocks; i++, w++) {                                                          \
      const v128_t q = wasm_v128_load(w->q), low = LOW, high = HIGH;                                 \
      const float d = from_half(w->d);                                                               \
      for (int c = 0; c < n; c++) {                                                                  \
        const v128_t dots = wasm_i32x4_dot_i16x8(pairs_of_32(at->q[c] + i * at->step, low, high), ones); \
        total[c] = add_scaled(total[c], dots, d * at->scales[i * TILE + c]);                         \
      }                                                                                              \
      shift = add_times(shift, wasm_v128_load(at->shifts + i * TILE), wasm_f32x4_splat(SHIFT));      \
    }                                                                                                \
    float shifts[TILE];                                                                              \
    wasm_v128_store(shifts, shift);                                                                  \
    for (int c = 0; c < n; c++) out[c] = add_lanes(total[c]) + shifts[c];                            \
  }
#define LOW_4 wasm_v128_and(q, nibble)
#define HIGH_4 wasm_u8x16_shr(q, 4)
ROW_OF_32(row_q4_0, BlockQ40, LOW_4, HIGH_4, d)
ROW_OF_32(row_q4_1, BlockQ41, LOW_4, HIGH_4, from_half(w->m))
ROW_OF_32(row_q5_0, BlockQ50, wasm_v128_or(LOW_4, spread_bits(w->high, 0)), wasm_v128_or(HIGH_4, spread_bits(w->high, 16)), d)
ROW_OF_32(row_q5_1, BlockQ51, wasm_v128_or(LOW_4, spread_bits(w->high, 0)), wasm_v128_or(HIGH_4, spread_bits(w->high, 16)), from_half(w->m))

// Both are signed: the activations get the weights' signs. ggml's own quantiser never writes -128.
INLINE void row_q8_0(const int n, int blocks, const BlockQ8 *w, const Columns *at, float *out) {
  const v128_t ones = wasm_i16x8_const_splat(1);
  v128_t total[n];
  for (int c = 0; c < n; c++) total[c] = wasm_f32x4_const_splat(0);
  for (int i = 0; i < blocks; i++, w++) {
    const v128_t q0 = wasm_v128_load(w->q), q1 = wasm_v128_load(w->q + 16);
    const v128_t sign0 = wasm_i8x16_shr(q0, 7), sign1 = wasm_i8x16_shr(q1, 7);
    const v128_t size0 = wasm_i8x16_abs(q0), size1 = wasm_i8x16_abs(q1);
    const float d = from_half(w->d);
    for (int c = 0; c < n; c++) {
      const int8_t *a = at->q[c] + i * at->step;
      const v128_t a0 = wasm_i8x16_sub(wasm_v128_xor(wasm_v128_load(a), sign0), sign0);
      const v128_t a1 = wasm_i8x16_sub(wasm_v128_xor(wasm_v128_load(a + 16), sign1), sign1);
      const v128_t dots = add_dot(wasm_i32x4_dot_i16x8(pairs(a0, size0), ones), pairs(a1, size1), ones);
      total[c] = add_scaled(total[c], dots, d * at->scales[i * TILE + c]);
    }
  }
  for (int c = 0; c < n; c++) out[c] = add_lanes(total[c]);
}

INLINE bool is_of_256(int type) { return type == Q4_K || type == Q5_K || type == Q6_K; }
INLINE bool has_minimum(int type) { return type == Q4_1 || type == Q5_1; }
INLINE uint64_t block_size(int type) {
  return is_of_256(type) ? sizeof(BlockQ8K) : has_minimum(type) ? sizeof(BlockQ81) : sizeof(BlockQ8);
}

INLINE float add_bytes(const int8_t *q) {
  const v128_t low = wasm_i16x8_extadd_pairwise_i8x16(wasm_v128_load(q));
  const v128_t sums = wasm_i16x8_add(low, wasm_i16x8_extadd_pairwise_i8x16(wasm_v128_load(q + 16)));
  return add_lanes(wasm_f32x4_convert_i32x4(wasm_i32x4_extadd_pairwise_i16x8(sums)));
}

#define EACH_ROW(compute)                                                                 \
  for (int64_t r = from; r < to; r++) {                                                   \
    const char *w = weights->data + r * weights->nb[1];                                   \
    float out[TILE];                                                                      \
    compute;                                                                              \
    for (int c = 0; c < n; c++) *(float *)(result->data + (column + c) * result->nb[1] + r * 4) = out[c]; \
  }

// Rows `from` to `to` of the result in `n` columns from `column` on; `work` has all columns of activations.
INLINE void multiply_256(const int n, const int type, const Tensor *weights, Tensor *result, const char *work, uint64_t stride,
                         int64_t column, int64_t from, int64_t to) {
  const int blocks = (int)(weights->ne[0] / 256);
  const BlockQ8K *at[n];
  for (int c = 0; c < n; c++) at[c] = (const BlockQ8K *)(work + (column + c) * stride);
  if (type == Q4_K) EACH_ROW(row_q4_K(n, blocks, (const void *)w, at, out))
  if (type == Q5_K) EACH_ROW(row_q5_K(n, blocks, (const void *)w, at, out))
  if (type == Q6_K) EACH_ROW(row_q6_K(n, blocks, (const void *)w, at, out))
}

INLINE void multiply_32(const int n, const int type, const Tensor *weights, Tensor *result, const char *work, uint64_t stride,
                        int64_t column, int64_t from, int64_t to) {
  const int blocks = (int)(weights->ne[0] / 32);
  float scales[MAX_BLOCKS * TILE], shifts[MAX_BLOCKS * TILE];
  Columns at = {.step = block_size(type), .scales = scales, .shifts = shifts};
  const float zero = type == Q4_0 ? 8 : type == Q5_0 ? 16 : 0;
  for (int c = 0; c < n; c++) {
    const char *block = work + (column + c) * stride;
    at.q[c] = (const int8_t *)block + at.step - 32;
    for (int i = 0; i < blocks; i++, block += at.step) {
      const BlockQ81 *a = (const BlockQ81 *)block;
      const float d = from_half(a->d);
      scales[i * TILE + c] = d;
      shifts[i * TILE + c] = has_minimum(type) ? from_half(a->sum) : zero == 0 ? 0 : -zero * d * add_bytes(at.q[c] + i * at.step);
    }
  }
  if (type == Q4_0) EACH_ROW(row_q4_0(n, blocks, (const void *)w, &at, out))
  if (type == Q4_1) EACH_ROW(row_q4_1(n, blocks, (const void *)w, &at, out))
  if (type == Q5_0) EACH_ROW(row_q5_0(n, blocks, (const void *)w, &at, out))
  if (type == Q5_1) EACH_ROW(row_q5_1(n, blocks, (const void *)w, &at, out))
  if (type == Q8_0) EACH_ROW(row_q8_0(n, blocks, (const void *)w, &at, out))
}

#define MULTIPLY(type, multiply)                                                                                       \
  static __attribute__((noinline)) void multiply_##type(const Tensor *weights, Tensor *result, const char *work,       \
                                                        uint64_t stride, int64_t from, int64_t to) {                   \
    int64_t column = 0;                                                                                                \
    for (; column + TILE <= result->ne[1]; column += TILE) multiply(TILE, type, weights, result, work, stride, column, from, to); \
    for (; column < result->ne[1]; column += 1) multiply(1, type, weights, result, work, stride, column, from, to);    \
  }
MULTIPLY(Q4_0, multiply_32)
MULTIPLY(Q4_1, multiply_32)
MULTIPLY(Q5_0, multiply_32)
MULTIPLY(Q5_1, multiply_32)
MULTIPLY(Q8_0, multiply_32)
MULTIPLY(Q4_K, multiply_256)
MULTIPLY(Q5_K, multiply_256)
MULTIPLY(Q6_K, multiply_256)

INLINE bool is_known(int type) {
  return is_of_256(type) || has_minimum(type) || type == Q4_0 || type == Q5_0 || type == Q8_0;
}

// In ggml each thread calls this for each product of a graph, and waits for the others after it.
EXPORT("ggml_compute_forward_mul_mat") void multiply(const Task *task, Tensor *result) {
  const Tensor *weights = result->src[0], *input = result->src[1];
  const int type = weights->type;
  const int64_t width = weights->ne[0], unit = is_of_256(type) ? 256 : 32;
  const uint64_t stride = width / unit * block_size(type), used = (stride * input->ne[1] + 3) & ~3ull;
  const bool is_plain = weights->ne[2] * weights->ne[3] * input->ne[2] * input->ne[3] == 1;
  if (!is_known(type) || !is_plain || input->type != F32 || input->nb[0] != 4 || task->is_reference ||
      result->op_params[1] == HINT_HADAMARD || (unit == 32 && width > MAX_BLOCKS * 32) || used + 4 > task->work_size) {
    before_ggml_compute_forward_mul_mat(task, result);
    return;
  }
  const int64_t blocks = width / unit;
  const int64_t first = task->thread * blocks / task->threads, last = (task->thread + 1) * blocks / task->threads;
  for (int64_t c = 0; c < input->ne[1]; c++) {
    const float *from = (const float *)(input->data + c * input->nb[1]) + first * unit;
    char *to = task->work + c * stride + first * block_size(type);
    const int64_t count = (last - first) * unit;
    if (unit == 256) quantize_row_q8_K(from, to, count);
    else if (has_minimum(type)) quantize_row_q8_1(from, to, count);
    else quantize_row_q8_0(from, to, count);
  }
  // Rows are shared out as threads get done, since a page's other work slows some of them. ggml gives each thread 64 bytes
  // more than it asks for.
  int32_t *next = (int32_t *)(task->work + used);
  if (task->thread == 0) __atomic_store_n(next, 0, __ATOMIC_RELAXED);
  ggml_barrier(task->pool);
  const int64_t rows = weights->ne[1];
  for (;;) {
    const int64_t from = (int64_t)__atomic_fetch_add(next, ROWS, __ATOMIC_RELAXED), to = from + ROWS < rows ? from + ROWS : rows;
    if (from >= rows) return;
    switch (type) {
      case Q4_0: multiply_Q4_0(weights, result, task->work, stride, from, to); break;
      case Q4_1: multiply_Q4_1(weights, result, task->work, stride, from, to); break;
      case Q5_0: multiply_Q5_0(weights, result, task->work, stride, from, to); break;
      case Q5_1: multiply_Q5_1(weights, result, task->work, stride, from, to); break;
      case Q8_0: multiply_Q8_0(weights, result, task->work, stride, from, to); break;
      case Q4_K: multiply_Q4_K(weights, result, task->work, stride, from, to); break;
      case Q5_K: multiply_Q5_K(weights, result, task->work, stride, from, to); break;
      case Q6_K: multiply_Q6_K(weights, result, task->work, stride, from, to); break;
    }
  }
}

// Products of one row with one column, for mixtures of experts and for what is not plain.
#define DOT(name, row, Block)                                                                                            \
  EXPORT(name) void dot_##row(int n, float *out, uint64_t, const void *w, uint64_t, const void *a, uint64_t, int) {      \
    const BlockQ8K *at[1] = {a};                                                                                         \
    row(1, n / 256, (const Block *)w, at, out);                                                                          \
  }
DOT("ggml_vec_dot_q4_K_q8_K", row_q4_K, BlockQ4K)
DOT("ggml_vec_dot_q5_K_q8_K", row_q5_K, BlockQ5K)
DOT("ggml_vec_dot_q6_K_q8_K", row_q6_K, BlockQ6K)
