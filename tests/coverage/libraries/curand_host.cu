// Feature: cuRAND for whole arrays: XORWOW, Philox, MRG32k3a in CUDA's order, on the device and on the host
// Link: -lcurand
#include <curand.h>

#include <cmath>

#include "../check.h"

#define CURAND(call) CHECK((call) == CURAND_STATUS_SUCCESS)

// The results of CUDA's own host generators with seed 1234: words 0, 1, 4096 and 89999. From offset 8:
// uniform floats, then normal doubles, then a uniform double.
struct Known {
  curandRngType_t type;
  unsigned words[4];
  float uniform[2];
  double normal[2];
  double last;
};
const Known known[] = {
    {CURAND_RNG_PSEUDO_XORWOW,
     {0x253d5e15u, 0xd1f7605au, 0x6f558604u, 0x69a8c9fbu},
     {0.0113022961, 0.28545019},
     {-0.92891046328487992, 0.9520160855328782},
     0.38738091197807184},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10,
     {0x2090b348u, 0xda7cf0abu, 0x7a6635c0u, 0x3f7d1980u},
     {0.543999255, 0.923496366},
     {0.432165985464328, -0.62928507871966344},
     0.6270464768563615},
    {CURAND_RNG_PSEUDO_MRG32K3A,
     {0xc96891f0u, 0x26f0d612u, 0x9dda211du, 0x4a5eb0f7u},
     {0.346985787, 0.840584755},
     {-1.417408982249811, -0.68844515298807896},
     0.33459993683066847},
};

curandGenerator_t make(curandRngType_t type, bool host) {
  curandGenerator_t generator;
  CURAND(host ? curandCreateGeneratorHost(&generator, type) : curandCreateGenerator(&generator, type));
  CURAND(curandSetPseudoRandomGeneratorSeed(generator, 1234));
  return generator;
}

void test_device(const Known& row) {
  coverage::Buffer<unsigned> words(90000);
  curandGenerator_t generator = make(row.type, false);
  CURAND(curandGenerate(generator, words, 90000));
  const auto w = words.get();
  CHECK(w[0] == row.words[0] && w[1] == row.words[1] && w[4096] == row.words[2] && w[89999] == row.words[3]);
  CURAND(curandDestroyGenerator(generator));

  coverage::Buffer<float> floats(4);
  coverage::Buffer<double> doubles(4), last(4);
  generator = make(row.type, false);
  CURAND(curandSetGeneratorOffset(generator, 8));
  CURAND(curandGenerateUniform(generator, floats, 4));
  CURAND(curandGenerateNormalDouble(generator, doubles, 4, 0, 1));
  CURAND(curandGenerateUniformDouble(generator, last, 4));
  CHECK(floats.get()[0] == row.uniform[0] && floats.get()[1] == row.uniform[1]);
  CHECK(std::abs(doubles.get()[0] - row.normal[0]) < 1e-12 &&
        std::abs(doubles.get()[1] - row.normal[1]) < 1e-12);
  CHECK(last.get()[0] == row.last);
  CURAND(curandDestroyGenerator(generator));
}

void test_host(const Known& row) {
  std::vector<unsigned> words(90000);
  curandGenerator_t generator = make(row.type, true);
  // Parts give the same numbers as one call.
  CURAND(curandGenerate(generator, words.data(), 7));
  CURAND(curandGenerate(generator, words.data() + 7, words.size() - 7));
  CHECK(words[0] == row.words[0] && words[4096] == row.words[2] && words[89999] == row.words[3]);
  CURAND(curandDestroyGenerator(generator));
}

int main() {
  for (const Known& row : known) {
    test_device(row);
    test_host(row);
  }
  curandGenerator_t generator = make(CURAND_RNG_PSEUDO_DEFAULT, false);
  coverage::Buffer<float> values(100000);
  CURAND(curandGenerateNormal(generator, values, values.size(), 3.0f, 2.0f));
  double sum = 0, squares = 0;
  for (float v : values.get()) sum += v, squares += (v - 3.0) * (v - 3.0);
  CHECK(std::abs(sum / 1e5 - 3) < 0.032 && std::abs(squares / 1e5 - 4) < 0.09);
  CURAND(curandGenerateLogNormal(generator, values, values.size(), 0.0f, 0.25f));
  sum = 0;
  for (float v : values.get()) sum += v;
  CHECK(std::abs(sum / 1e5 - std::exp(0.03125)) < 0.0042);
  coverage::Buffer<unsigned> counts(100000);
  CURAND(curandGeneratePoisson(generator, counts, counts.size(), 12.0));
  sum = 0;
  for (unsigned v : counts.get()) sum += v;
  CHECK(std::abs(sum / 1e5 - 12) < 0.055);
  CHECK(curandGenerateNormal(generator, values, 3, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  CURAND(curandDestroyGenerator(generator));
  CHECK(curandDestroyGenerator(nullptr) == CURAND_STATUS_NOT_INITIALIZED);
  return coverage::result();
}
