#pragma once
// What the checker of lab 3 can ask of a submission's checkpoints.
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/channel/arrays.h"
#include "labkit/channel/link.h"
#include "labs/lab3-distributed/operations.h"

namespace gridmark::lab3 {

/// All of a TrainState but the tensors.
struct StateNumbers {
  std::int64_t epoch = 0, position = 0, steps = 0;
  std::uint64_t seed = 0, drawn = 0;  ///< of this rank's generator
  double rate = 0;
};

/// One state, which is saved, or which a checkpoint takes the place of.
struct Checkpoint {
  static constexpr std::string_view name = "checkpoint";
  enum class Action { save, load };
  Action action = Action::save;
  int rank = 0, world = 1;
  channel::Link network = {}, disk = {};
  int width = 6;
  channel::In<float> tensors = {};       ///< the moments, then the buffers, then the parameters
  channel::In<StateNumbers> numbers = {};     ///< one, this rank's
  channel::Out<int> loaded = {};         ///< one: whether load_checkpoint() returned true
  channel::Out<float> tensors_then = {};   ///< as `tensors`, after a load
  channel::Out<StateNumbers> numbers_then = {};  ///< as `numbers`, after a load
  std::string circumstance = {};            ///< for messages: ", from a file of 0 bytes"
  auto fields() {
    return std::tie(action, rank, world, network, disk, width, tensors, numbers, loaded, tensors_then, numbers_then);
  }
  std::string subject() const { return action == Action::save ? "save_checkpoint" : "load_checkpoint"; }
  std::string describe() const {
    return subject() + "(" + ranks_in_words(world) + circumstance + ")";
  }
};

/// A training that saves, ends, and goes on.
struct SavedTraining {
  static constexpr std::string_view name = "saved_training";
  int rank = 0, world = 1;
  channel::Link network = {}, disk = {};
  int width = 6, rows = 4;          ///< of a batch
  int batches = 3;                  ///< of an epoch
  int end = 1;                      ///< steps over all epochs
  bool loads = false;               ///< before the first step
  int saves_each = 0;               ///< a checkpoint after so many steps; 0: none
  channel::In<float> parameters = {};  ///< at the very beginning, the same on all ranks
  channel::In<float> x = {};           ///< [batches * rows, width], this rank's
  channel::In<int> labels = {};        ///< [batches * rows]
  auto fields() {
    return std::tie(rank, world, network, disk, width, rows, batches, end, loads, saves_each, parameters, x,
                    labels);
  }
  std::string subject() const { return loads ? "load_checkpoint" : "save_checkpoint"; }
  std::string describe() const {
    return subject() + " in a training on " + ranks_in_words(world);
  }
};

/// Tags of a training's own messages.
constexpr int gradient_tag = 7001, buffer_tag = 7002, final_state_tag = 7003;

}  // namespace gridmark::lab3
