#pragma once
// Checkpoints of a training on several ranks: what your distributed_checkpoint.cu makes work.
#include <cstdint>

#include "labkit/comm/comm.h"
#include "labkit/disk/disk.h"
#include "labkit/tensor/tensor.h"

/// What a rank needs to go on where the training stopped.
struct TrainState {
  gridmark::tensor::Module& module;        ///< parameters and buffers, the same on all ranks
  gridmark::tensor::Optimizer& optimizer;  ///< its state, steps and rate, the same on all ranks
  gridmark::tensor::Generator& generator;  ///< this rank's own: each rank drops out other elements
  std::int64_t epoch = 0;                  ///< from 0, the same on all ranks
  std::int64_t position = 0;               ///< samples of this epoch that each rank has had from its sampler
};

/// Saves all ranks' states in the file "checkpoint", of which a crash never takes the last whole one. All ranks
/// call it, at the same step.
///
/// disk    belongs to rank 0: the other ranks call nothing of it. Their generators' places come to rank 0
///         through comm. Names other than "checkpoint" are for files that are not finished.
/// return  on every rank once the checkpoint is safe: a crash from then on leaves this one or a later one
/// crash   at any moment before that leaves the checkpoint before or this one
/// errors  DiskError on rank 0, and CommError on the others when rank 0's Comm ends. The checkpoint before is
///         still there.
void save_checkpoint(gridmark::disk::Disk& disk, gridmark::comm::Comm& comm, const TrainState& state);

/// Makes `state` what it was when the checkpoint was saved, on every rank and to the last bit. Training goes on
/// as if it had never stopped. All ranks call it, with modules and optimizers as those that were saved.
///
/// disk     belongs to rank 0, and nothing on it changes
/// returns  true on all ranks, or false on all ranks. False: there is no checkpoint, it is not whole (one bit
///          that changed is enough), or it belongs to another number of ranks or to another network. Then
///          nothing in `state` has changed. The file is not trusted: no size in it may make you read past its
///          end or ask for much memory.
/// errors   DiskError on rank 0 where the disk fails; CommError passes through
bool load_checkpoint(gridmark::disk::Disk& disk, gridmark::comm::Comm& comm, TrainState& state);
