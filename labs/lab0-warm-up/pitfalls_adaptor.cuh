#pragma once
// Runs pitfalls.cu without its nets: a part of adaptor.cu.
#include "labs/lab0-warm-up/include/pitfalls.h"
#include "labs/lab0-warm-up/tensor_values.cuh"

namespace gridmark::lab0 {

GRIDMARK_OPERATION(Add, op) {
  const EmptyCache at_the_end;
  const Tensor a = tensor_of(op.a, {size_of(op.a)}, op.a_on_device);
  const Tensor b = tensor_of(op.b, {size_of(op.b)}, op.b_on_device);
  Tensor c;
  const Status status = graded([&] {
    c = add_anywhere(a, b);
    put(mismatch_message(a, b), op.message);
    return cudaSuccess;
  });
  if (!c.defined()) return gave_nothing("an undefined tensor");
  op.c_on_device.writable()[0] = c.device().is_device();
  put(c.to_vector(), op.c);
  put("", op.expected_message);
  try {
    a + b;
  } catch (const DeviceMismatchError& raised) {
    put(raised.what(), op.expected_message);
  }
  return status;
}

GRIDMARK_OPERATION(StridedCopy, op) {
  const DeviceArray<float> from(op.from, "from");
  DeviceArray<float> to(op.to.size(), "to");
  const channel::GivenStream stream(op.circumstance);
  const Status status = graded([&] {
    return strided_copy(from.data(), to.data(), op.rows, op.columns, op.row_stride, op.column_stride,
                        stream.get());
  });
  to.copy_to(op.to);
  return status;
}

GRIDMARK_OPERATION(Flatten, op) {
  const EmptyCache at_the_end;
  Tensor x = tensor_of(op.x, {op.rows, op.columns});
  if (op.look == Flatten::Look::transposed) x = x.transpose();
  if (op.look == Flatten::Look::strip) x = x.narrow(1, op.first, op.width);
  Tensor flat;
  const Status status = graded([&] {
    op.facts.writable()[0] = can_be_viewed(x, {x.numel()});
    flat = flattened(x);
    return cudaSuccess;
  });
  if (!flat.defined()) return gave_nothing("an undefined tensor");
  op.facts.writable()[1] = flat.shares_storage_with(x);
  if (flat.shape() == Shape{x.numel()}) put(flat.to_vector(), op.flat);
  return status;
}

GRIDMARK_OPERATION(Hazard, op) {
  const EmptyCache at_the_end;
  const auto leaf = [&] { return tensor_of(op.x, {size_of(op.x)}).set_requires_grad(); };
  const auto make = op.in_place ? loss_changed_in_place : loss_kept;
  Tensor x = leaf(), loss;
  std::string message;
  const Status status = graded([&] {
    loss = make(x, op.factor);
    if (loss.defined()) message = hazard_message(loss);
    return cudaSuccess;
  });
  if (!loss.defined()) return gave_nothing("an undefined tensor");
  op.loss.writable()[0] = loss.item();
  put(message, op.message);
  if (x.grad().defined()) put(x.grad().to_vector(), op.gradient);

  x = leaf();
  try {
    make(x, op.factor).backward();
    put("", op.expected_message);
  } catch (const AutogradError& raised) {
    put(raised.what(), op.expected_message);
  }
  return status;
}

}  // namespace gridmark::lab0
