// Shapes and values that the handout does not name.
#include <random>

#include "labs/lab1-gpu-basics/tests/ask.h"

namespace gridmark::lab1 {
namespace {

/// Any size up to 200, random in each run.
int any_size() {
  static std::mt19937_64 random(inputs::Inputs::fresh_seed());
  return static_cast<int>(random() % 200) + 1;
}

const bool registered[] = {
    for_each_kernel("AnyShape",
                    [](Kernel kernel) {
                      return random_call(kernel, {any_size(), any_size(), any_size()}).answered_right();
                    }),
    for_each_kernel("WideAndFlat",
                    [](Kernel kernel) {
                      return random_call(kernel, {3, 1000, 65}).answered_right();
                    }),
    // The second answer must come from the second inputs.
    for_each_kernel("TwiceInARow",
                    [](Kernel kernel) {
                      if (auto first = random_call(kernel, {50, 60, 70}).answered_right(); !first)
                        return first;
                      return random_call(kernel, {50, 60, 70}).answered_right();
                    }),
    // Denormal inputs whose products are normal numbers: a kernel must not flush them.
    for_each_kernel("Denormals",
                    [](Kernel kernel) {
                      constexpr Shape shape{33, 65, 40};
                      inputs::Inputs inputs;
                      return Call(kernel, shape, inputs.uniform(33 * 40, 1e-40f, 1e-39f),
                                      inputs.uniform(40 * 65, 1e6f, 2e6f))
                          .answered_right();
                    }),
};

}  // namespace
}  // namespace gridmark::lab1
