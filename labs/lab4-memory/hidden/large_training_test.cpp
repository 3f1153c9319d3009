// Trainings of sizes that the handout does not name.
#include "labs/lab4-memory/tests/large_checks.h"

namespace gridmark::lab4 {
namespace {

TEST(OomBatch, AnyMicroBatches) {
  EXPECT_TRUE(micro_batches_right(training({.layers = any_between(2, 7),
                                            .width = any_between(5, 20),
                                            .batch = any_between(40, 90),
                                            .micro_batch = any_between(7, 30),
                                            .every_n = any_between(1, 4)})));
}
// There is space for more rows than exist.
TEST(OomBatch, FewerRowsThanFit) {
  EXPECT_TRUE(micro_batches_right(training({.layers = 2, .batch = any_between(3, 20), .micro_batch = 64})));
}

TEST(OomActivations, AnySegments) {
  EXPECT_TRUE(activations_right(training({.layers = any_between(16, 28),
                                          .width = 24,
                                          .batch = 96,
                                          .micro_batch = 96,
                                          .every_n = any_between(2, 5),
                                          .idle_rows = 30'000,
                                          .validation_rows = 2})));
}

TEST(OomGraphs, ValidatedInEachStep) {
  TrainLarge op = training({.layers = any_between(2, 5),
                            .steps = any_between(3, 6),
                            .batch = 60,
                            .micro_batch = 60,
                            .validate_every = 1});
  EXPECT_TRUE(graphs_right(op));
}

TEST(OomBuffers, OfAnyModel) {
  EXPECT_TRUE(buffers_right(training({.layers = any_between(2, 5),
                                      .width = any_between(4, 30),
                                      .steps = 4,
                                      .batch = 20,
                                      .micro_batch = 20})));
}

}  // namespace
}  // namespace gridmark::lab4
