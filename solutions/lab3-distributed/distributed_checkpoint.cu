// Lab 3: checkpoints of a training on several ranks.
// Read distributed_checkpoint.h first. It contains the contract.
#include "distributed_checkpoint.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

using namespace gridmark::tensor;
using gridmark::comm::Comm;
using gridmark::disk::Disk;

static const std::string file_name = "checkpoint";

/// Computes a number that differs after almost any change of the bytes (FNV-1a).
static std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t sum = 14695981039346656037u;
  for (const char byte : bytes) sum = (sum ^ static_cast<unsigned char>(byte)) * 1099511628211u;
  return sum;
}

/// Appends the bytes of a plain value.
template <class T>
static void put(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Removes a plain value from the front. There must be enough bytes.
template <class T>
static T take(std::string_view& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
  return value;
}

// ----------------------------------------------------------------------------------------------------
// 1. A state as bytes.

/// The position of one rank's generator.
struct RandomPlace {
  std::uint64_t seed, position;
};

// BEGIN SOLUTION format
//: // TODO: write everything in TrainState as bytes: tensors, numbers, and the place of each rank's generator. Add
//: // a checksum and a description of the network, so that restore() can check the file.
//: static std::string file_of(const TrainState&, const std::vector<RandomPlace>&) { return ""; }
//:
//: // TODO: read the bytes back into `state` for this rank. Check the whole file before you change anything.
//: static bool restore(std::string_view, const Comm&, TrainState&) { return false; }
/// Numbers that all ranks share.
struct Numbers {
  std::int64_t epoch, position, steps;
  double rate;
};

static std::vector<NamedTensor> all_tensors(const TrainState& state) {
  std::vector<NamedTensor> all;
  append(all, "parameter", state.module.named_parameters());
  append(all, "buffer", state.module.named_buffers());
  append(all, "optimizer", state.optimizer.named_state());
  return all;
}

/// Describes the contents of the file. It is only compared, so no size from the file is ever used.
static std::string layout_of(const std::vector<NamedTensor>& tensors, int world) {
  std::string text = "checkpoint of " + std::to_string(world) + " ranks\n";
  for (const NamedTensor& one : tensors) text += one.name + " " + text_of(one.tensor.shape()) + "\n";
  return text + "end\n";
}

static std::string file_of(const TrainState& state, const std::vector<RandomPlace>& places) {
  const std::vector<NamedTensor> tensors = all_tensors(state);
  std::string bytes = layout_of(tensors, static_cast<int>(places.size()));
  put(bytes, Numbers{state.epoch, state.position, state.optimizer.steps(), state.optimizer.rate()});
  for (const RandomPlace& place : places) put(bytes, place);
  for (const NamedTensor& one : tensors)
    for (const float value : one.tensor.to_vector()) put(bytes, value);
  put(bytes, checksum(bytes));
  return bytes;
}

/// Returns whether the file is whole and of this training. Leaves only its values in `bytes`.
static bool is_ours(std::string_view& bytes, const std::vector<NamedTensor>& tensors, int world) {
  const std::string layout = layout_of(tensors, world);
  std::size_t expected = layout.size() + sizeof(Numbers) + static_cast<std::size_t>(world) * sizeof(RandomPlace);
  for (const NamedTensor& one : tensors) expected += static_cast<std::size_t>(one.tensor.numel()) * sizeof(float);
  if (bytes.size() != expected + sizeof(std::uint64_t) || bytes.substr(0, layout.size()) != layout) return false;
  std::string_view sum = bytes.substr(expected);
  bytes = bytes.substr(0, expected);
  if (take<std::uint64_t>(sum) != checksum(bytes)) return false;
  bytes.remove_prefix(layout.size());
  return true;
}

static bool restore(std::string_view bytes, const Comm& comm, TrainState& state) {
  const std::vector<NamedTensor> tensors = all_tensors(state);
  if (!is_ours(bytes, tensors, comm.world())) return false;
  const auto numbers = take<Numbers>(bytes);
  state.epoch = numbers.epoch;
  state.position = numbers.position;
  state.optimizer.set_steps(numbers.steps);
  state.optimizer.set_rate(static_cast<float>(numbers.rate));
  for (int rank = 0; rank < comm.world(); ++rank) {
    const auto place = take<RandomPlace>(bytes);
    if (rank != comm.rank()) continue;
    state.generator = Generator(place.seed);
    state.generator.set_position(place.position);
  }
  for (const NamedTensor& one : tensors) {
    std::vector<float> values(static_cast<std::size_t>(one.tensor.numel()));
    for (float& value : values) value = take<float>(bytes);
    one.tensor.detach().copy_from(Tensor::from(values, one.tensor.shape()));
  }
  return true;
}
// END SOLUTION format

// ----------------------------------------------------------------------------------------------------
// 2. To the disk.

// BEGIN SOLUTION save
//: // TODO: send the places of all generators to rank 0. Rank 0 writes the file so that a crash at any moment
//: // leaves a whole one. No rank returns before the file is safe.
//: void save_checkpoint(Disk&, Comm&, const TrainState&) {}
/// Returns the places of all generators, on rank 0.
static std::vector<RandomPlace> gathered(Comm& comm, const RandomPlace& own) {
  std::vector<RandomPlace> places(static_cast<std::size_t>(comm.world()), own);
  if (comm.rank() > 0) comm.send(0, &own, sizeof own);
  for (int other = 1; comm.rank() == 0 && other < comm.world(); ++other)
    comm.recv(other, &places[static_cast<std::size_t>(other)], sizeof own);
  return places;
}

/// Replaces the file. A crash leaves the old file or the new one.
static void replace_file(Disk& disk, const std::string& bytes) {
  const std::string unfinished = file_name + ".tmp";
  const int file = disk.create(unfinished);
  disk.write(file, bytes.data(), bytes.size());
  disk.fsync(file);
  disk.close(file);
  disk.rename(unfinished, file_name);
  disk.fsync_folder();
}

void save_checkpoint(Disk& disk, Comm& comm, const TrainState& state) {
  const std::vector<RandomPlace> places = gathered(comm, {state.generator.seed(), state.generator.position()});
  if (comm.rank() == 0) replace_file(disk, file_of(state, places));
  comm.barrier();
}
// END SOLUTION save

// ----------------------------------------------------------------------------------------------------
// 3. From the disk.

// BEGIN SOLUTION load
//: // TODO: rank 0 reads the file if there is one, and sends its bytes to all ranks.
//: bool load_checkpoint(Disk&, Comm&, TrainState&) { return false; }
/// Returns "" if there is no file.
static std::string file_on(const Disk& disk) {
  const std::vector<std::string> names = disk.list();
  return std::find(names.begin(), names.end(), file_name) == names.end() ? "" : disk.read(file_name);
}

/// Copies the bytes of rank 0 to all ranks.
static void broadcast(Comm& comm, std::string& bytes) {
  std::uint64_t size = bytes.size();
  for (int other = 1; comm.rank() == 0 && other < comm.world(); ++other) {
    comm.send(other, &size, sizeof size);
    comm.send(other, bytes.data(), bytes.size());
  }
  if (comm.rank() == 0) return;
  comm.recv(0, &size, sizeof size);
  bytes.resize(size);
  comm.recv(0, bytes.data(), bytes.size());
}

bool load_checkpoint(Disk& disk, Comm& comm, TrainState& state) {
  std::string bytes = comm.rank() == 0 ? file_on(disk) : "";
  broadcast(comm, bytes);
  return restore(bytes, comm, state);
}
// END SOLUTION load
