// Lab 5: a training that survives crashes.
// Read trainer.h first. It holds the contract. plain_ddp.h, plain_scaler.h and correct_rows.h are given.
#include "trainer.h"

#include <nvtx3/nvToolsExt.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "correct_rows.h"

using namespace gridmark::tensor;
using gridmark::comm::Comm;
using gridmark::disk::Disk;

static const std::string file_name = "checkpoint";

/// An NVTX range that lasts as long as the object.
struct Range {
  explicit Range(const char* name) { nvtxRangePushA(name); }
  ~Range() { nvtxRangePop(); }
  Range(const Range&) = delete;
  Range& operator=(const Range&) = delete;
};

// ----------------------------------------------------------------------------------------------------
// 1. The schedule.

// TODO: compute the three cases of the contract.
double learning_rate(std::int64_t, const Schedule&) { return 0; }

// ----------------------------------------------------------------------------------------------------
// 2. The state that the next step depends on.

/// Plain numbers that are the same on all ranks. Add the numbers that you need. A checkpoint has all of them.
struct Numbers {
  std::int64_t epoch = 0, position = 0;  ///< samples of the epoch that each rank has used
  double best_validation = std::numeric_limits<double>::infinity();
  // TODO: add the others.
};

struct ProductionTrainer::State {
  State(Module& m, Optimizer& o, Generator& g, const Images& t, const Images& v, const Config& c, Services& s)
      : module(m), optimizer(o), generator(g), train(t), validation(v), config(c), services(s), scaler(c.scaler) {
    module.train(true);
    start_clock();
  }

  Module& module;
  Optimizer& optimizer;
  Generator& generator;  ///< belongs to this rank
  const Images& train;
  const Images& validation;
  Config config;
  Services& services;
  PlainScaler scaler;
  Numbers numbers;
  /// Sums of losses and correct rows since the last report, of this rank, on the device, with a view of each.
  Tensor sums = Tensor::zeros({2}, DType::f32, Device::cuda());
  Tensor losses = sums.narrow(0, 0, 1), correct = sums.narrow(0, 1, 1);
  std::unique_ptr<Batches> batches;  ///< the rest of the epoch. Empty before its first window and after a load.
  double clock_begin = 0;            ///< time of the last report or load
  std::int64_t clock_rows = 0;       ///< rows of all ranks since then

  bool scales() const { return config.low == DType::f16; }
  std::int64_t samples() const { return train.labels.numel() / services.comm.world(); }
  void start_clock() {
    clock_begin = services.clock.now();
    clock_rows = 0;
  }
  bool run_window();
  void report();
  EpochLog finish_epoch();
  std::optional<EpochLog> advance();  ///< one window and the work due after it. Returns the log if an epoch ends.
  void save();
};

// ----------------------------------------------------------------------------------------------------
// 3. One window.

// TODO: return the types of the contract, for a CastScope.
static DType type_for(const std::string&, DType widest, DType) { return widest; }

/// Makes a forward pass in the types of the configuration, and returns the mean loss.
static Tensor loss_of(Module& module, const Batch& batch, DType low, Tensor* correct) {
  const CastScope types([low](const std::string& operation, DType widest) { return type_for(operation, widest, low); });
  const Tensor scores = module.forward(batch.inputs);
  if (correct != nullptr) add_correct_rows(scores, batch.labels, *correct);
  return cross_entropy(scores, batch.labels);
}

// TODO: shorten gradients that are longer than max_norm. The length is on the device, and the factor can stay there.
static void clip(const std::vector<Tensor>&, const Tensor&, float) {}

// TODO: turn this rank's scaled gradients into the mean over all ranks, unscaled and at most max_norm long.
// All ranks must make the same decision to step or to skip.
static bool prepare_gradients(const Config&, Comm&, PlainScaler&, const std::vector<Tensor>&) { return true; }

// TODO: get the micro-batches from services.batches. After the last one, make one optimizer step.
// Add to `losses` and `correct` for the next report, without a copy to the host.
bool ProductionTrainer::State::run_window() { return false; }

// ----------------------------------------------------------------------------------------------------
// 4. Reports, epochs and validation.

// TODO: use one copy to the host for both sums.
void ProductionTrainer::State::report() {}

// TODO: make the last report of the epoch and its log, and begin the next epoch.
EpochLog ProductionTrainer::State::finish_epoch() { return {}; }

ProductionTrainer::ProductionTrainer(Module& module, Optimizer& optimizer, Generator& generator, const Images& train,
                                     const Images& validation, const Config& config, Services& services)
    : state_(std::make_unique<State>(module, optimizer, generator, train, validation, config, services)) {}

ProductionTrainer::~ProductionTrainer() = default;

// TODO: run windows. After each, do the work that is due: a report, the end of the epoch, a checkpoint.
EpochLog ProductionTrainer::train_epoch() { return {}; }
void ProductionTrainer::train_steps(std::int64_t) {}

// TODO: use all validation images, without graphs and in evaluation mode. Make one copy to the host at the end.
double ProductionTrainer::validate() { return 0; }

double ProductionTrainer::best_validation() const { return state_->numbers.best_validation; }

// ----------------------------------------------------------------------------------------------------
// 5. The bytes of a checkpoint.

/// The FNV-1a hash. Nearly every change of the bytes changes it.
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

// TODO: convert everything in the contract's list to bytes and back. Check all of a file before you change anything.

// ----------------------------------------------------------------------------------------------------
// 6. Save and load.

// TODO: rank 0 writes. A crash at any moment must leave a complete file. No rank may return before it is safe.
void ProductionTrainer::State::save() {}

void ProductionTrainer::save_checkpoint() { state_->save(); }

// TODO: rank 0 reads the file if there is one. All ranks must check the same bytes.
bool ProductionTrainer::load_checkpoint() { return false; }
