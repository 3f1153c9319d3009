#pragma once
// Runs stability_tests.cu: a part of adaptor.cu.
#include "labs/lab2-mixed-precision/include/stability.h"
#include "labs/lab2-mixed-precision/tensor_values.cuh"

namespace gridmark::lab2 {

/// Elements of 16 bits, in memory that ends with the last one. An access after it is detected.
using Elements = channel::DeviceArray<std::uint16_t>;

/// The functions refuse f32, so its elements are stored as f16.
inline DType stored_type(Type type) { return dtype_of(type == Type::f32 ? Type::f16 : type); }

inline void fill(Elements& array, const channel::In<float>& values, Type type) {
  const Tensor converted =
      Tensor::from(values_of(values), {static_cast<std::int64_t>(values.size())}, stored_type(type), Device::cuda());
  channel::require(cudaMemcpy(array.data(), converted.data<void>(), converted.bytes(), cudaMemcpyDeviceToDevice));
}

inline void put(const Elements& array, Type type, channel::Out<float>& to) {
  const Tensor copy =
      Tensor::empty({static_cast<std::int64_t>(to.size())}, stored_type(type), Device::cuda());
  channel::require(cudaMemcpy(copy.data<void>(), array.data(), copy.bytes(), cudaMemcpyDeviceToDevice));
  const std::vector<float> values = copy.to_vector();
  std::copy(values.begin(), values.end(), to.writable().begin());
}

GRIDMARK_OPERATION(Softmax, op) {
  const EmptyCache at_the_end;
  Elements x(op.x.size(), "x"), y(op.y.size(), "y");
  fill(x, op.x, op.type);
  const channel::GivenStream stream(op.circumstance);
  const Status status = graded(
      [&] { return softmax_rows(x.data(), y.data(), dtype_of(op.type), op.rows, op.columns, stream.get()); });
  put(y, op.type, op.y);
  return status;
}

GRIDMARK_OPERATION(Scores, op) {
  const EmptyCache at_the_end;
  Elements q(op.q.size(), "q"), k(op.k.size(), "k"), scores(op.scores.size(), "scores");
  fill(q, op.q, op.type);
  fill(k, op.k, op.type);
  const channel::GivenStream stream(op.circumstance);
  const Status status = graded([&] {
    return attention_scores(q.data(), k.data(), scores.data(), dtype_of(op.type), op.rows_q, op.rows_k, op.depth,
                            stream.get());
  });
  put(scores, op.type, op.scores);
  return status;
}

}  // namespace gridmark::lab2
