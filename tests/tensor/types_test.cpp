#include <cuda_bf16.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "labkit/tensor/tensor.h"

namespace gridmark::tensor {
namespace {

std::uint32_t bits_of(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

float from_bits(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// Rounds a float to its nearest upper half, ties to even, by the definition.
std::uint16_t nearest_bf16(float value) {
  const std::uint32_t bits = bits_of(value);
  const std::uint32_t below = bits & 0xffff, even = bits >> 16;
  return static_cast<std::uint16_t>(even + (below > 0x8000 || (below == 0x8000 && even % 2 == 1) ? 1 : 0));
}

class Bf16 : public testing::TestWithParam<Device> {};
INSTANTIATE_TEST_SUITE_P(In, Bf16, testing::Values(Device::host(), Device::cuda()),
                         [](const auto& info) { return info.param.is_host() ? "host" : "device"; });

TEST_P(Bf16, IsRoundedAsCudasHeaderRounds) {
  std::vector<float> values{0.0f, -0.0f, 1.0f, 3.3895e38f, 3.4e38f, -3.4e38f, 1e-40f, INFINITY, -INFINITY};
  for (std::uint32_t i = 0; i < 64; ++i)
    for (const std::uint32_t low : {0u, 0x7fffu, 0x8000u, 0x8001u})
      values.push_back(from_bits(0x3f800000u + (i << 16) + low));  // halfway, and next to it
  const Tensor x = Tensor::from(values, {static_cast<std::int64_t>(values.size())}, DType::f32, GetParam());
  const Tensor rounded = x.to(DType::bf16).to(Device::host());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const __nv_bfloat16 header = __float2bfloat16(values[i]);
    std::uint16_t found, expected;
    std::memcpy(&found, rounded.data<std::uint16_t>() + i, sizeof found);
    std::memcpy(&expected, &header, sizeof expected);
    EXPECT_EQ(found, expected) << values[i];
    EXPECT_EQ(found, nearest_bf16(values[i])) << values[i];
  }
  EXPECT_TRUE(std::isnan(Tensor::full({1}, NAN, DType::bf16, GetParam()).item()));
}

TEST_P(Bf16, EachPatternIsTheUpperHalfOfItsFloat) {
  const Tensor all = Tensor::empty({65536}, DType::bf16);
  for (std::uint32_t i = 0; i < 65536; ++i) all.data<std::uint16_t>()[i] = static_cast<std::uint16_t>(i);
  const std::vector<float> wide = all.to(GetParam()).to_vector();
  for (std::uint32_t i = 0; i < 65536; ++i)
    if (!std::isnan(wide[i])) ASSERT_EQ(bits_of(wide[i]), i << 16);
  EXPECT_EQ(all.bytes(), 131072u);
}

TEST(Types, AConversionPassesTheGradientOnInTheTypeOfItsOperand) {
  for (const DType dtype : {DType::f16, DType::bf16}) {
    const Tensor x = Tensor::from({0.5f, 3}, {2}).set_requires_grad();
    const Tensor y = x.to(dtype);
    EXPECT_EQ(y.dtype(), dtype);
    sum(y * y).backward();
    EXPECT_EQ(x.grad().dtype(), DType::f32);
    EXPECT_EQ(x.grad().to_vector(), (std::vector<float>{1, 6}));
  }
}

/// 2048 ones, then 1. A sum in f16 or bf16 would stop at 2048 or 256.
TEST(Products, OfShortTypesAreSummedInF32) {
  for (const Device device : {Device::host(), Device::cuda()})
    for (const DType dtype : {DType::f16, DType::bf16}) {
      const Tensor ones = Tensor::full({1, 4096}, 1, dtype, device);
      EXPECT_EQ(matmul(ones, ones.transpose()).item(), 4096);
      const Tensor batch = Tensor::full({2, 1, 4096}, 1, dtype, device);
      EXPECT_EQ(matmul(batch, batch.transpose()).to_vector(), (std::vector<float>{4096, 4096}));
    }
}

TEST(Products, OfABatchAreThoseOfItsMatrices) {
  Generator generator(5);
  const Tensor a = Tensor::randn({3, 5, 7}, generator, DType::f32, Device::cuda());
  const Tensor b = Tensor::randn({3, 7, 4}, generator, DType::f32, Device::cuda());
  const Tensor all = matmul(a, b);
  // cuBLAS may add in another order for a batch.
  for (int i = 0; i < 3; ++i)
    EXPECT_THAT(all.row(i).to_vector(),
                testing::Pointwise(testing::FloatNear(1e-5f), matmul(a.row(i), b.row(i)).to_vector()));
}

}  // namespace
}  // namespace gridmark::tensor
