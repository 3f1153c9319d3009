#include "emulation/libraries/cublaslt/epilogue.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "emulation/libraries/blas/element_types.h"

namespace gridmark::cublaslt {
namespace {

constexpr unsigned derivative_of_relu = 8, derivative_of_gelu = 64;

// The usual approximation by tanh.
constexpr float inner = 0.7978845608028654f;  // sqrt(2 / pi)
constexpr float cubic = 0.044715f;

float gelu(float x) { return 0.5f * x * (1 + std::tanh(inner * (x + cubic * x * x * x))); }

float gelu_slope(float x) {
  const float t = std::tanh(inner * (x + cubic * x * x * x));
  return 0.5f * (1 + t) + 0.5f * x * (1 - t * t) * inner * (1 + 3 * cubic * x * x);
}

}  // namespace

bool is_known_epilogue(unsigned kind) {
  for (unsigned known :
       {1u, 2u, 130u, 4u, 6u, 134u, 136u, 152u, 32u, 160u, 36u, 164u, 192u, 208u, 256u, 512u})
    if (kind == known) return true;
  return false;
}

std::size_t Epilogue::bias_bytes(std::int64_t rows) const {
  return static_cast<std::size_t>(rows) * blas::bytes_of(bias_type);
}

std::size_t Epilogue::aux_bytes(std::int64_t rows, std::int64_t cols) const {
  const auto elements = static_cast<std::size_t>((cols - 1) * aux_leading + rows);
  return is_bits() ? (elements + 7) / 8 : elements * blas::bytes_of(aux_type);
}

void Epilogue::apply(const blas::View<float>& result) const {
  std::vector<float> gradient(writes_bias() ? static_cast<std::size_t>(result.rows) : 0);
  for (std::int64_t j = 0; j < result.cols; ++j) {
    for (std::int64_t i = 0; i < result.rows; ++i) {
      float& value = result(i, j);
      const std::int64_t place = i + j * aux_leading;
      if (has(CUBLASLT_EPILOGUE_BIAS)) value += static_cast<float>(blas::load_element(bias, bias_type, i));
      if (has(CUBLASLT_EPILOGUE_RELU)) {
        const bool above = value > 0;
        if (writes_aux()) {
          const auto bit = static_cast<char>(1 << (place % 8));
          aux[place / 8] = static_cast<char>(above ? aux[place / 8] | bit : aux[place / 8] & ~bit);
        }
        value = above ? value : std::isnan(value) ? value : 0.0f;
      } else if (has(CUBLASLT_EPILOGUE_GELU)) {
        if (writes_aux()) blas::store_element(aux, aux_type, place, value);
        value = gelu(value);
      } else if (has(derivative_of_relu)) {
        value = aux[place / 8] >> (place % 8) & 1 ? value : 0.0f;
      } else if (has(derivative_of_gelu)) {
        value *= gelu_slope(static_cast<float>(blas::load_element(aux, aux_type, place)));
      }
      if (writes_bias()) gradient[static_cast<std::size_t>(i)] += value;
    }
  }
  for (std::size_t i = 0; i < gradient.size(); ++i)
    blas::store_element(bias, bias_type, static_cast<std::int64_t>(i), gradient[i]);
}

}  // namespace gridmark::cublaslt
