#pragma once
// Checkpoints of a training on several ranks. Your distributed_checkpoint.cu implements these functions.
#include <cstdint>

#include "labkit/comm/comm.h"
#include "labkit/disk/disk.h"
#include "labkit/tensor/tensor.h"

/// The state that a rank needs to continue a training.
struct TrainState {
  gridmark::tensor::Module& module;        ///< parameters and buffers, the same on all ranks
  gridmark::tensor::Optimizer& optimizer;  ///< its state, steps and rate, the same on all ranks
  gridmark::tensor::Generator& generator;  ///< of this rank, because each rank drops different elements
  std::int64_t epoch = 0;                  ///< from 0, the same on all ranks
  std::int64_t position = 0;               ///< samples of this epoch that each rank has taken from its sampler
};

/// Saves the states of all ranks in the file "checkpoint". A crash never destroys the last whole checkpoint.
/// All ranks call it, at the same step.
///
/// disk    Only rank 0 uses it. The other ranks send the positions of their generators to rank 0 through
///         comm. Use names other than "checkpoint" only for unfinished files.
/// return  Every rank returns after the checkpoint is safe. A later crash leaves this checkpoint or a newer
///         one.
/// crash   A crash before that leaves the old checkpoint or this one.
/// errors  Rank 0 throws DiskError. The other ranks throw CommError when rank 0's Comm ends. The old
///         checkpoint is still there.
void save_checkpoint(gridmark::disk::Disk& disk, gridmark::comm::Comm& comm, const TrainState& state);

/// Restores `state` from the checkpoint, on every rank and to the last bit. The training continues as if it
/// had never stopped. All ranks call it, with modules and optimizers like the saved ones.
///
/// disk     Only rank 0 uses it, and does not change it.
/// returns  True on all ranks, or false on all ranks. It is false if there is no checkpoint, if the file is
///          damaged (even one bit), or if it belongs to another number of ranks or another network. Then
///          `state` has not changed. Do not trust the file: a wrong size in it must not make you read past
///          its end or allocate much memory.
/// errors   Rank 0 throws DiskError if the disk fails. CommError passes through.
bool load_checkpoint(gridmark::disk::Disk& disk, gridmark::comm::Comm& comm, TrainState& state);
