// cuRAND's host interface: generators that fill arrays in device memory (in their stream) or in host memory.
#include <cstdio>
#include <memory>
#include <mutex>
#include <set>

#include "curand.h"
#include "emulation/libraries/curand/source.h"
#include "emulation/runtime/library_work.h"

using gridmark::random::Lanes;
using gridmark::random::Source;

struct curandGenerator_st {
  curandRngType_t type = CURAND_RNG_PSEUDO_XORWOW;
  bool host = false;
  cudaStream_t stream = nullptr;
  unsigned long long seed = 0, offset = 0;
  curandOrdering_t ordering = CURAND_ORDERING_PSEUDO_DEFAULT;
  std::shared_ptr<Source> source;  ///< null until numbers are needed (queued work keeps its own source)
};

namespace {

std::mutex mutex;
std::set<curandGenerator_t>& generators() {
  static auto* live = new std::set<curandGenerator_t>;
  return *live;
}

bool is_live(curandGenerator_t generator) {
  const std::lock_guard<std::mutex> lock(mutex);
  return generators().count(generator) > 0;
}

std::shared_ptr<Source> make_source(const curandGenerator_st& generator) {
  switch (generator.type) {
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
      return std::make_shared<Lanes<curandStatePhilox4_32_10_t>>(generator.seed, generator.offset, 65536);
    case CURAND_RNG_PSEUDO_MRG32K3A: {
      const bool legacy = generator.ordering == CURAND_ORDERING_PSEUDO_LEGACY;
      return std::make_shared<Lanes<curandStateMRG32k3a_t>>(generator.seed, generator.offset,
                                                            legacy ? 4096 : 81920);
    }
    default:
      return std::make_shared<Lanes<curandStateXORWOW_t>>(generator.seed, generator.offset, 4096);
  }
}

curandStatus_t explain_type() {
  std::fflush(stdout);
  std::fputs(
      "gridmark: cuRAND's MT19937, MTGP32 and quasi-random (Sobol') generators are not available: create one "
      "with "
      "CURAND_RNG_PSEUDO_DEFAULT, CURAND_RNG_PSEUDO_PHILOX4_32_10 or CURAND_RNG_PSEUDO_MRG32K3A\n",
      stderr);
  return CURAND_STATUS_TYPE_ERROR;
}

curandStatus_t create(curandGenerator_t* generator, curandRngType_t type, bool host) {
  if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
  if (type == CURAND_RNG_PSEUDO_DEFAULT) type = CURAND_RNG_PSEUDO_XORWOW;
  if (type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_PSEUDO_MRG32K3A &&
      type != CURAND_RNG_PSEUDO_PHILOX4_32_10)
    return explain_type();
  *generator = new curandGenerator_st;
  (*generator)->type = type;
  (*generator)->host = host;
  const std::lock_guard<std::mutex> lock(mutex);
  generators().insert(*generator);
  return CURAND_STATUS_SUCCESS;
}

/// Stores a setting that starts the sequence anew.
template <class T>
curandStatus_t set(curandGenerator_t generator, T curandGenerator_st::*field, T value) {
  if (!is_live(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  generator->*field = value;
  generator->source = nullptr;
  return CURAND_STATUS_SUCCESS;
}

/// Fills `to` at once, or when the stream comes to it.
template <class T, class Draw>
curandStatus_t generate(curandGenerator_t generator, const char* call, T* to, std::size_t count, Draw draw) {
  if (!is_live(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (count == 0) return CURAND_STATUS_SUCCESS;
  if (!generator->source) generator->source = make_source(*generator);
  const std::shared_ptr<Source> source = generator->source;
  if (generator->host) {
    draw(*source);
    return CURAND_STATUS_SUCCESS;
  }
  gridmark::emulation::LibraryWork work{
      call, {{to, count * sizeof(T), true, "outputPtr"}}, [source, draw] { draw(*source); }};
  const cudaError_t queued = gridmark::emulation::enqueue_library_work(generator->stream, std::move(work));
  return queued == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}

template <class T>
curandStatus_t generate_normal(curandGenerator_t generator, const char* call, T* to, std::size_t n, T mean,
                               T deviation, bool exponential) {
  if (n % 2 != 0)
    return is_live(generator) ? CURAND_STATUS_LENGTH_NOT_MULTIPLE : CURAND_STATUS_NOT_INITIALIZED;
  return generate(generator, call, to, n, [=](Source& source) {
    source.normal(to, n, mean, deviation);
    if (exponential) std::transform(to, to + n, to, [](T value) { return std::exp(value); });
  });
}

}  // namespace

extern "C" {

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, true);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  const std::lock_guard<std::mutex> lock(mutex);
  if (generators().erase(generator) == 0) return CURAND_STATUS_NOT_INITIALIZED;
  delete generator;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int* version) {
  if (!version) return CURAND_STATUS_OUT_OF_RANGE;
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetProperty(libraryPropertyType type, int* value) {
  const int versions[] = {CURAND_VER_MAJOR, CURAND_VER_MINOR, CURAND_VER_PATCH};
  if (!value || type < MAJOR_VERSION || type > PATCH_LEVEL) return CURAND_STATUS_OUT_OF_RANGE;
  *value = versions[type];
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  if (!is_live(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  generator->stream = stream;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  return set(generator, &curandGenerator_st::seed, seed);
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  return set(generator, &curandGenerator_st::offset, offset);
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  if (order < CURAND_ORDERING_PSEUDO_BEST || order > CURAND_ORDERING_PSEUDO_DYNAMIC)
    return CURAND_STATUS_OUT_OF_RANGE;
  return set(generator, &curandGenerator_st::ordering, order);
}
// The generators here are not quasi-random.
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned int) {
  return is_live(generator) ? CURAND_STATUS_TYPE_ERROR : CURAND_STATUS_NOT_INITIALIZED;
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  if (!is_live(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (!generator->source) generator->source = make_source(*generator);
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* to, size_t n) {
  return generate(generator, "curandGenerate", to, n, [=](Source& source) { source.words(to, n); });
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* to, size_t n) {
  return generate(generator, "curandGenerateUniform", to, n, [=](Source& source) { source.uniform(to, n); });
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* to, size_t n) {
  return generate(generator, "curandGenerateUniformDouble", to, n,
                  [=](Source& source) { source.uniform(to, n); });
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* to, size_t n, float mean,
                                    float stddev) {
  return generate_normal(generator, "curandGenerateNormal", to, n, mean, stddev, false);
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* to, size_t n, double mean,
                                          double stddev) {
  return generate_normal(generator, "curandGenerateNormalDouble", to, n, mean, stddev, false);
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* to, size_t n, float mean,
                                       float stddev) {
  return generate_normal(generator, "curandGenerateLogNormal", to, n, mean, stddev, true);
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* to, size_t n, double mean,
                                             double stddev) {
  return generate_normal(generator, "curandGenerateLogNormalDouble", to, n, mean, stddev, true);
}
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int* to, size_t n, double lambda) {
  if (!(lambda > 0 && lambda <= 400000)) return CURAND_STATUS_OUT_OF_RANGE;
  return generate(generator, "curandGeneratePoisson", to, n,
                  [=](Source& source) { source.poisson(to, n, lambda); });
}

}  // extern "C"
