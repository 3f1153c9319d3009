#pragma once
// Random numbers in kernels, in CUDA's sequences.
#include "curand.h"
#include "gridmark/curand_distributions.h"
#include "gridmark/curand_engines.h"

#define QUALIFIERS static __forceinline__ __device__

// Each is an error at compile time that names an alternative.
#define GRIDMARK_NO_GENERATOR(name)                                                                      \
  struct __attribute__((unavailable(#name                                                                \
                                    " is not there on the emulated device; curandStatePhilox4_32_10_t "  \
                                    "or curandState serve instead"))) name {};                           \
  typedef struct name name##_t                                                                           \
      __attribute__((unavailable(                                                                        \
          #name " is not there on the emulated device; curandStatePhilox4_32_10_t or curandState serve " \
                "instead")))
GRIDMARK_NO_GENERATOR(curandStateMtgp32);
GRIDMARK_NO_GENERATOR(curandStateSobol32);
GRIDMARK_NO_GENERATOR(curandStateScrambledSobol32);
GRIDMARK_NO_GENERATOR(curandStateSobol64);
GRIDMARK_NO_GENERATOR(curandStateScrambledSobol64);
#undef GRIDMARK_NO_GENERATOR
