// Lab 5: a training that survives.
// Read trainer.h first: it holds the contract. plain_ddp.h, plain_scaler.h and correct_rows.h have what is given.
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

/// A named range of the host's time, as long as it lives.
struct Range {
  explicit Range(const char* name) { nvtxRangePushA(name); }
  ~Range() { nvtxRangePop(); }
  Range(const Range&) = delete;
  Range& operator=(const Range&) = delete;
};

// ----------------------------------------------------------------------------------------------------
// 1. The schedule.

// TODO: the three lines of the contract.
double learning_rate(std::int64_t, const Schedule&) { return 0; }

// ----------------------------------------------------------------------------------------------------
// 2. What the next step depends on.

/// Plain numbers that are the same on all ranks. Add what you need: a checkpoint has all of it.
struct Numbers {
  std::int64_t epoch = 0, position = 0;  ///< samples of the epoch that each rank has had
  double best_validation = std::numeric_limits<double>::infinity();
  // TODO
};

struct ProductionTrainer::State {
  State(Module& m, Optimizer& o, Generator& g, const Images& t, const Images& v, const Config& c, Services& s)
      : module(m), optimizer(o), generator(g), train(t), validation(v), config(c), services(s), scaler(c.scaler) {
    module.train(true);
    start_clock();
  }

  Module& module;
  Optimizer& optimizer;
  Generator& generator;  ///< this rank's own
  const Images& train;
  const Images& validation;
  Config config;
  Services& services;
  PlainScaler scaler;
  Numbers numbers;
  /// Of this rank since the last report, on the device: losses and correct rows, and a view of each.
  Tensor sums = Tensor::zeros({2}, DType::f32, Device::cuda());
  Tensor losses = sums.narrow(0, 0, 1), correct = sums.narrow(0, 1, 1);
  std::unique_ptr<Batches> batches;  ///< what is left of the epoch; empty before its first window and after a load
  double clock_begin = 0;            ///< of the last report or load
  std::int64_t clock_rows = 0;       ///< since then, of all ranks

  bool scales() const { return config.low == DType::f16; }
  std::int64_t samples() const { return train.labels.numel() / services.comm.world(); }
  void start_clock() {
    clock_begin = services.clock.now();
    clock_rows = 0;
  }
  bool run_window();
  void report();
  EpochLog finish_epoch();
  std::optional<EpochLog> advance();  ///< one window, and what is due behind it: the log of an epoch that ends
  void save();
};

// ----------------------------------------------------------------------------------------------------
// 3. One window.

// TODO: the types of the contract, for a CastScope.
static DType type_for(const std::string&, DType widest, DType) { return widest; }

/// A forward pass in the types of the configuration, and its mean loss.
static Tensor loss_of(Module& module, const Batch& batch, DType low, Tensor* correct) {
  const CastScope types([low](const std::string& operation, DType widest) { return type_for(operation, widest, low); });
  const Tensor scores = module.forward(batch.inputs);
  if (correct != nullptr) add_correct_rows(scores, batch.labels, *correct);
  return cross_entropy(scores, batch.labels);
}

// TODO: gradients longer than max_norm become max_norm long. The length lies on the device, and so can the factor.
static void clip(const std::vector<Tensor>&, const Tensor&, float) {}

// TODO: from this rank's scaled gradients to the mean over all ranks, unscaled and at most max_norm long.
// All ranks must decide alike whether the step is made.
static bool prepare_gradients(const Config&, Comm&, PlainScaler&, const std::vector<Tensor>&) { return true; }

// TODO: batches from services.batches, micro-batch by micro-batch, and one optimizer step behind them.
// A report wants the sums in `losses` and `correct`, which no copy to the host may cost before it comes.
bool ProductionTrainer::State::run_window() { return false; }

// ----------------------------------------------------------------------------------------------------
// 4. Reports, epochs and validation.

// TODO: one copy to the host brings both sums.
void ProductionTrainer::State::report() {}

// TODO: the last report of the epoch, its log, and the begin of the next one.
EpochLog ProductionTrainer::State::finish_epoch() { return {}; }

ProductionTrainer::ProductionTrainer(Module& module, Optimizer& optimizer, Generator& generator, const Images& train,
                                     const Images& validation, const Config& config, Services& services)
    : state_(std::make_unique<State>(module, optimizer, generator, train, validation, config, services)) {}

ProductionTrainer::~ProductionTrainer() = default;

// TODO: windows, and behind each what is due: a report, the end of the epoch, a checkpoint.
EpochLog ProductionTrainer::train_epoch() { return {}; }
void ProductionTrainer::train_steps(std::int64_t) {}

// TODO: all validation images, without graphs and in the mode of validation. One copy to the host at the end.
double ProductionTrainer::validate() { return 0; }

double ProductionTrainer::best_validation() const { return state_->numbers.best_validation; }

// ----------------------------------------------------------------------------------------------------
// 5. A state as bytes.

/// A number that nearly every change of the bytes changes, too (FNV-1a).
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

/// Takes a plain value away from the front; there must be enough bytes.
template <class T>
static T take(std::string_view& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
  return value;
}

// TODO: all that the contract lists, as bytes, and back. Look at all of a file before you change anything.

// ----------------------------------------------------------------------------------------------------
// 6. To the disk and back.

// TODO: rank 0 writes so that a crash at any moment leaves a whole file, and no rank returns before it is safe.
void ProductionTrainer::State::save() {}

void ProductionTrainer::save_checkpoint() { state_->save(); }

// TODO: rank 0 reads the file if there is one, and all ranks decide about the same bytes.
bool ProductionTrainer::load_checkpoint() { return false; }
