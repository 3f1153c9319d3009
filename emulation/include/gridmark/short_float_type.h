// Included once for each of the two sixteen-bit types, with the macros that cuda_fp16.h and cuda_bf16.h set:
// the classes of one number and of a pair. Which conversions exist, and which are implicit, is CUDA's choice.

struct GRIDMARK_RAW {
  unsigned short x;
} __attribute__((aligned(2)));
struct GRIDMARK_PAIR_RAW {
  unsigned short x, y;
} __attribute__((aligned(4)));

struct GRIDMARK_OTHER;

struct GRIDMARK_REAL {
 protected:
  unsigned short __x;

  template <class Wide>
  GRIDMARK_INTRINSIC unsigned short gridmark_nearest(Wide value) {
    return GRIDMARK_FORMAT::narrowed<gridmark::emulation::Rounding::nearest>(value);
  }

 public:
  GRIDMARK_REAL() = default;
  constexpr GRIDMARK_REAL(const GRIDMARK_RAW& raw) : __x(raw.x) {}
  GRIDMARK_MEMBER GRIDMARK_REAL& operator=(const GRIDMARK_RAW& raw) {
    __x = raw.x;
    return *this;
  }
  GRIDMARK_MEMBER volatile GRIDMARK_REAL& operator=(const GRIDMARK_RAW& raw) volatile {
    __x = raw.x;
    return *this;
  }
  GRIDMARK_MEMBER volatile GRIDMARK_REAL& operator=(const volatile GRIDMARK_RAW& raw) volatile {
    __x = raw.x;
    return *this;
  }
  GRIDMARK_MEMBER operator GRIDMARK_RAW() const { return GRIDMARK_RAW{__x}; }
  GRIDMARK_MEMBER operator GRIDMARK_RAW() const volatile { return GRIDMARK_RAW{__x}; }

#if GRIDMARK_HAS_CONVERSIONS
  explicit GRIDMARK_REAL(GRIDMARK_OTHER value);
  GRIDMARK_MEMBER GRIDMARK_REAL(float value) : __x(gridmark_nearest(value)) {}
  GRIDMARK_MEMBER GRIDMARK_REAL(double value)
      : __x(gridmark_nearest(gridmark::emulation::odd_float(value))) {}
  GRIDMARK_MEMBER operator float() const { return GRIDMARK_FORMAT::widened(__x); }
  GRIDMARK_MEMBER GRIDMARK_REAL& operator=(float value) { return *this = GRIDMARK_REAL(value); }
  GRIDMARK_MEMBER GRIDMARK_REAL& operator=(double value) { return *this = GRIDMARK_REAL(value); }

#define GRIDMARK_FROM_INTEGER(T, Wide)   \
  GRIDMARK_MEMBER GRIDMARK_REAL(T value) \
      : __x(gridmark_nearest(gridmark::emulation::odd_float(static_cast<Wide>(value)))) {}
#define GRIDMARK_TO_INTEGER(T)                                               \
  GRIDMARK_MEMBER operator T() const {                                       \
    return gridmark::emulation::truncated<T>(GRIDMARK_FORMAT::widened(__x)); \
  }
#define GRIDMARK_ASSIGN_INTEGER(T) \
  GRIDMARK_MEMBER GRIDMARK_REAL& operator=(T value) { return *this = GRIDMARK_REAL(value); }
  GRIDMARK_FROM_INTEGER(short, double)
  GRIDMARK_FROM_INTEGER(unsigned short, double)
  GRIDMARK_FROM_INTEGER(int, double)
  GRIDMARK_FROM_INTEGER(unsigned int, double)
  GRIDMARK_FROM_INTEGER(long, long long)
  GRIDMARK_FROM_INTEGER(unsigned long, unsigned long long)
  GRIDMARK_FROM_INTEGER(long long, long long)
  GRIDMARK_FROM_INTEGER(unsigned long long, unsigned long long)
  GRIDMARK_TO_INTEGER(signed char)
  GRIDMARK_TO_INTEGER(unsigned char)
  GRIDMARK_TO_INTEGER(char)
  GRIDMARK_TO_INTEGER(short)
  GRIDMARK_TO_INTEGER(unsigned short)
  GRIDMARK_TO_INTEGER(int)
  GRIDMARK_TO_INTEGER(unsigned int)
  GRIDMARK_TO_INTEGER(long)
  GRIDMARK_TO_INTEGER(unsigned long)
  GRIDMARK_TO_INTEGER(long long)
  GRIDMARK_TO_INTEGER(unsigned long long)
  GRIDMARK_ASSIGN_INTEGER(short)
  GRIDMARK_ASSIGN_INTEGER(unsigned short)
  GRIDMARK_ASSIGN_INTEGER(int)
  GRIDMARK_ASSIGN_INTEGER(unsigned int)
  GRIDMARK_ASSIGN_INTEGER(long long)
  GRIDMARK_ASSIGN_INTEGER(unsigned long long)
#undef GRIDMARK_FROM_INTEGER
#undef GRIDMARK_TO_INTEGER
#undef GRIDMARK_ASSIGN_INTEGER
  constexpr operator bool() const { return (__x & 0x7fffu) != 0; }
#endif
} __attribute__((aligned(2)));

struct GRIDMARK_PAIR {
  GRIDMARK_REAL x, y;

  GRIDMARK_PAIR() = default;
  constexpr GRIDMARK_PAIR(const GRIDMARK_REAL& first, const GRIDMARK_REAL& second) : x(first), y(second) {}
  constexpr GRIDMARK_PAIR(const GRIDMARK_PAIR_RAW& raw) : x(GRIDMARK_RAW{raw.x}), y(GRIDMARK_RAW{raw.y}) {}
  GRIDMARK_MEMBER GRIDMARK_PAIR& operator=(const GRIDMARK_PAIR_RAW& raw) {
    return *this = GRIDMARK_PAIR(raw);
  }
  GRIDMARK_MEMBER operator GRIDMARK_PAIR_RAW() const {
    return GRIDMARK_PAIR_RAW{static_cast<GRIDMARK_RAW>(x).x, static_cast<GRIDMARK_RAW>(y).x};
  }
} __attribute__((aligned(4)));

static_assert(sizeof(GRIDMARK_REAL) == 2 && sizeof(GRIDMARK_PAIR) == 4 && alignof(GRIDMARK_PAIR) == 4,
              "the sizes that CUDA has");

namespace gridmark {
namespace emulation {
GRIDMARK_INTRINSIC float widened(GRIDMARK_REAL value) {
  return GRIDMARK_FORMAT::widened(static_cast<GRIDMARK_RAW>(value).x);
}
template <Rounding rounding = Rounding::nearest>
GRIDMARK_INTRINSIC GRIDMARK_REAL GRIDMARK_NAMED(narrowed_, )(float value) {
  return GRIDMARK_RAW{GRIDMARK_FORMAT::narrowed<rounding>(value)};
}
}  // namespace emulation
}  // namespace gridmark
