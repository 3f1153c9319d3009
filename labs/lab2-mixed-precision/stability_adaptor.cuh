#pragma once
// Runs stability_tests.cu: a part of adaptor.cu.
#include "labs/lab2-mixed-precision/include/stability.h"
#include "labs/lab2-mixed-precision/tensor_values.cuh"

namespace gridmark::lab2 {

inline Tensor matrix(const exam::In<float>& values, int rows, int columns, Type type) {
  return Tensor::from(values_of(values), {rows, columns}, dtype_of(type), Place::device());
}

inline void put(const Tensor& from, exam::Out<float>& to) {
  const std::vector<float> values = from.to_vector();
  std::copy(values.begin(), values.end(), to.writable().begin());
}

GRIDMARK_OPERATION(Softmax, op) {
  const EmptyCache at_the_end;
  const Tensor x = matrix(op.x, op.rows, op.columns, op.type);
  const Tensor y = Tensor::full({op.rows, op.columns}, NAN, dtype_of(op.type), Place::device());
  const Status status = graded([&] {
    return softmax_rows(x.data<void>(), y.data<void>(), dtype_of(op.type), op.rows, op.columns, nullptr);
  });
  put(y, op.y);
  return status;
}

GRIDMARK_OPERATION(Scores, op) {
  const EmptyCache at_the_end;
  const Tensor q = matrix(op.q, op.rows_q, op.depth, op.type), k = matrix(op.k, op.rows_k, op.depth, op.type);
  const Tensor scores = Tensor::full({op.rows_q, op.rows_k}, NAN, dtype_of(op.type), Place::device());
  const Status status = graded([&] {
    return attention_scores(q.data<void>(), k.data<void>(), scores.data<void>(), dtype_of(op.type), op.rows_q,
                            op.rows_k, op.depth, nullptr);
  });
  put(scores, op.scores);
  return status;
}

}  // namespace gridmark::lab2
