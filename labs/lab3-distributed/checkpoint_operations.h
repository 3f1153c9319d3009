#pragma once
// Operations that the checker of lab 3 can run on a submission's checkpoints.
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/channel/arrays.h"
#include "labkit/channel/link.h"
#include "labs/lab3-distributed/operations.h"

namespace gridmark::lab3 {

/// A TrainState without the tensors.
struct StateNumbers {
  std::int64_t epoch = 0, position = 0, steps = 0;
  std::uint64_t seed = 0, drawn = 0;  ///< state of this rank's generator
  double rate = 0;
};

/// One state that is saved, or that a checkpoint replaces.
struct Checkpoint {
  static constexpr std::string_view name = "checkpoint";
  enum class Action { save, load };
  Action action = Action::save;
  int rank = 0, world = 1;
  channel::Link network = {}, disk = {};
  int width = 6;
  channel::In<float> tensors = {};       ///< the moments, then the buffers, then the parameters
  channel::In<StateNumbers> numbers = {};     ///< one element, for this rank
  channel::Out<int> loaded = {};         ///< one element: whether load_checkpoint() returned true
  channel::Out<float> tensors_then = {};   ///< like `tensors`, after a load
  channel::Out<StateNumbers> numbers_then = {};  ///< like `numbers`, after a load
  std::string circumstance = {};            ///< for messages: ", from a file of 0 bytes"
  auto fields() {
    return std::tie(action, rank, world, network, disk, width, tensors, numbers, loaded, tensors_then, numbers_then);
  }
  std::string subject() const { return action == Action::save ? "save_checkpoint" : "load_checkpoint"; }
  std::string describe() const {
    return subject() + "(" + ranks_in_words(world) + circumstance + ")";
  }
};

/// A training that saves, ends, and continues.
struct SavedTraining {
  static constexpr std::string_view name = "saved_training";
  int rank = 0, world = 1;
  channel::Link network = {}, disk = {};
  int width = 6, rows = 4;          ///< columns and rows of a batch
  int batches = 3;                  ///< number of batches in an epoch
  int end = 1;                      ///< steps over all epochs
  bool loads = false;               ///< whether it loads before the first step
  int saves_each = 0;               ///< number of steps between checkpoints, 0 for none
  channel::In<float> parameters = {};  ///< initial values, the same on all ranks
  channel::In<float> x = {};           ///< [batches * rows, width], the rows of this rank
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

/// Tags of the training's own messages.
constexpr int gradient_tag = 7001, buffer_tag = 7002, final_state_tag = 7003;

}  // namespace gridmark::lab3
