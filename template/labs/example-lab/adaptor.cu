// Runs the lab's operations on the device, with the student's functions.
#include "labs/example-lab/include/saxpy.h"

#include "labkit/channel/device_array.h"
#include "labs/example-lab/operations.h"

using gridmark::channel::DeviceArray;
using gridmark::channel::Status;
using gridmark::lab_example_lab::Saxpy;

GRIDMARK_OPERATION(Saxpy, op) {
  const DeviceArray<float> x(op.x, "x"), y(op.y, "y");
  DeviceArray<float> out(op.out.size(), "out");
  const Status status = gridmark::channel::graded(
      [&] { return saxpy(op.a, x.data(), y.data(), out.data(), op.n, nullptr); });
  out.copy_to(op.out);
  return status;
}
