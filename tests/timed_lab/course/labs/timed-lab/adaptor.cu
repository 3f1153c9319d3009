#include "labkit/channel/device_array.h"
#include "labs/timed-lab/include/polynomial.h"
#include "labs/timed-lab/operations.h"

using gridmark::channel::DeviceArray;
using gridmark::channel::Status;
using gridmark::timed_lab::Polynomial;

GRIDMARK_OPERATION(Polynomial, op) {
  const DeviceArray<float> x(op.x, "x");
  DeviceArray<float> out(op.out.size(), "out");
  const Status status =
      gridmark::channel::graded([&] { return polynomial(x.data(), out.data(), op.n, op.rounds, nullptr); });
  out.copy_to(op.out);
  return status;
}
