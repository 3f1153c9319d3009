// Correctness of the four products. The handout names these shapes.
#include "labkit/channel/contracts.h"
#include "labs/lab1-gpu-basics/tests/ask.h"

namespace gridmark::lab1 {
namespace {

bool random_case(const char* name, Shape shape) {
  return for_each_kernel(name,
                         [shape](Kernel kernel) { return random_call(kernel, shape).answered_right(); });
}

testing::AssertionResult works_on_the_given_stream(Kernel kernel) {
  Call call = random_call(kernel, {70, 45, 39});
  call.op.circumstance = channel::Circumstance::own_stream;
  if (auto asked = channel::ask(call.op, channel::stream_flavour()); !asked) return asked;
  if (auto kept = channel::keeps(call.op, channel::stray_work()); !kept) return kept;
  return call.is_right();
}

testing::AssertionResult refuses_sizes_below_one(Kernel kernel) {
  const std::vector<float> values(15, 1.0f);
  for (const Shape shape : {Shape{0, 5, 3}, Shape{5, 0, 3}, Shape{5, 3, 0}, Shape{-1, 5, 3}, Shape{5, 3, -1}}) {
    const Matmul op{kernel, shape.m, shape.n, shape.k, channel::In<float>(values), channel::In<float>(values),
                    channel::Out<float>(values.size())};
    if (auto refused = channel::refuses_sizes(op); !refused) return refused;
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult computes_in_single_precision(Kernel kernel) {
  if (!channel::can_count()) return testing::AssertionSuccess();
  Call call = random_call(kernel, {33, 40, 35});
  if (auto right = call.answered_right(Flavour::counted); !right) return right;
  return channel::keeps(call.op, channel::double_precision());
}

const bool registered[] = {
    random_case("OneElement", {1, 1, 1}),
    random_case("OddSizes", {17, 31, 13}),
    random_case("InnerSizeOne", {40, 56, 1}),
    random_case("PowerOfTwo", {128, 128, 128}),
    random_case("OneLessThanAPowerOfTwo", {255, 255, 255}),
    random_case("TallAndThin", {1024, 8, 512}),
    for_each_kernel(
        "Zeros",
        [](Kernel kernel) {
          constexpr Shape shape{48, 80, 64};
          const auto zeros = [](int rows, int columns) {
            return inputs::Inputs::zeros(static_cast<std::size_t>(rows * columns));
          };
          return Call(kernel, shape, zeros(shape.m, shape.k), zeros(shape.k, shape.n)).answered_right();
        }),
    for_each_kernel("Negatives",
                    [](Kernel kernel) {
                      return random_call(kernel, {96, 64, 72}, -2, -1).answered_right();
                    }),
    for_each_kernel("OnTheGivenStream", works_on_the_given_stream),
    for_each_kernel("RefusesSizesBelowOne", refuses_sizes_below_one),
    for_each_kernel("ReturnsLaunchErrors",
                    [](Kernel kernel) {
                      return channel::tells_errors(random_call(kernel, {5, 6, 7}).op);
                    }),
    for_each_kernel("InSinglePrecision", computes_in_single_precision),
};

}  // namespace
}  // namespace gridmark::lab1
