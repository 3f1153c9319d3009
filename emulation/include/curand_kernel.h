#pragma once
// Random numbers in kernels, in CUDA's sequences.
#include "curand.h"
#include "gridmark/curand_distributions.h"
#include "gridmark/curand_engines.h"

#define QUALIFIERS static __forceinline__ __device__

// Each is an error at compile time that names an alternative.
#define GRIDMARK_NO_GENERATOR(name)                                                                        \
  struct __attribute__((                                                                                   \
      unavailable(#name " is not available on the emulated device. Use curandStatePhilox4_32_10_t "        \
                        "or curandState instead"))) name {};                                               \
  typedef struct name name##_t                                                                             \
      __attribute__((unavailable(                                                                          \
          #name " is not available on the emulated device. Use curandStatePhilox4_32_10_t or curandState " \
                "instead")))
GRIDMARK_NO_GENERATOR(curandStateMtgp32);
GRIDMARK_NO_GENERATOR(curandStateSobol32);
GRIDMARK_NO_GENERATOR(curandStateScrambledSobol32);
GRIDMARK_NO_GENERATOR(curandStateSobol64);
GRIDMARK_NO_GENERATOR(curandStateScrambledSobol64);
#undef GRIDMARK_NO_GENERATOR
