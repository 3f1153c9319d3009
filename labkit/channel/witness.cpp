#include "labkit/channel/witness.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <map>

#include "emulation/witness.h"
#include "labkit/channel/look_budget.h"
#include "labkit/channel/worker_tally.h"

namespace gridmark::channel {
namespace {

using Kind = emulation::WitnessPoint::Kind;

std::mutex shared_mutex;  // guards the three below that are not atomic
std::string first_hindrance;
std::atomic<bool> workers_are_hidden =
    false;  // this process may not examine them, so it does not wait for later ones
Witness::Looks all_looks;
std::map<std::string, WorkerSymbols> all_symbols;

/// A worker's file does not change while its checker runs.
const WorkerSymbols& symbols_of(const std::string& file) {
  const std::lock_guard lock(shared_mutex);
  const auto found = all_symbols.find(file);
  if (found != all_symbols.end()) return found->second;
  return all_symbols.emplace(file, WorkerSymbols::read(file)).first->second;
}

std::string text_of(const Tally& tally) {
  return fmt::format("{} bytes loaded and {} stored in {} and {} sectors", tally.load_bytes,
                     tally.store_bytes, tally.load_sectors, tally.store_sectors);
}

}  // namespace

Witness::~Witness() {
  give_up_ = true;
  ring(bells_.reached, bells_.reached + 1);  // the thread may be waiting for it
  if (thread_.joinable()) thread_.join();
}

void Witness::call_begins() {
  if (!thread_.joinable()) {
    thread_ = std::thread([this] { watch(); });
    found_.get_future().wait();
  }
  const std::lock_guard lock(mutex_);
  read_.clear();
  doubt_.reset();
  launches_ = 0;
}

std::optional<std::string> Witness::doubt(const Meters& reply) {
  const std::lock_guard lock(mutex_);
  if (doubt_ || !reply.counted || !can_read_) return doubt_;
  const Tally claimed{reply.loads.bytes, reply.loads.sectors, reply.stores.bytes, reply.stores.sectors};
  if (std::find(read_.begin(), read_.end(), claimed) != read_.end()) return std::nullopt;
  return fmt::format("the reply has {}, and {}", text_of(claimed),
                     read_.empty() ? "the meters were never read"
                                   : "the meters had " + text_of(read_.back()) + " when they were read");
}

std::string Witness::hindrance() {
  const std::lock_guard lock(shared_mutex);
  return first_hindrance;
}

Witness::Looks Witness::looks() {
  const std::lock_guard lock(shared_mutex);
  return all_looks;
}

void Witness::hinder(const std::string& why) {
  const std::lock_guard lock(shared_mutex);
  if (first_hindrance.empty() && !give_up_) first_hindrance = why;
}

void Witness::object(const std::string& message) {
  const std::lock_guard lock(mutex_);
  if (!doubt_) doubt_ = message;
}

void Witness::watch() {
  std::string hindered = find_worker();
  if (hindered.empty()) hindered = find_points();
  if (!hindered.empty()) hinder(hindered);
  can_read_ = hindered.empty();
  bells_.wanted = can_read_;
  found_.set_value();
  while (can_read_ && !give_up_) stand_by();
}

/// A process that has just become the worker has none of the worker's pages yet.
std::string Witness::find_worker() {
  constexpr auto patience = std::chrono::seconds(20), patience_where_hidden = std::chrono::seconds(2);
  constexpr const char* hidden = "the worker's process may not be examined";
  const auto begin = Clock::now();
  while (true) {
    if (workers_are_hidden) return hidden;
    char first = 0;
    const FoundWorker found = worker_below(launcher_, file_);
    worker_.process = found.process;
    worker_.program_start = worker_.process < 0 ? 0 : WorkerMemory::of(worker_.process).program_start();
    if (worker_.program_start != 0 && read_memory(worker_.process, worker_.program_start, &first, 1))
      return "";
    const int error = errno;
    if (worker_.program_start != 0 && error == EPERM)
      return std::string("the worker's memory cannot be read: ") + std::strerror(error);
    if (found.is_hidden && Clock::now() - begin > patience_where_hidden) workers_are_hidden = true;
    if (give_up_ || Clock::now() - begin > patience) return "the worker's process was not found";
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

std::string Witness::find_points() {
  const WorkerSymbols& symbols = symbols_of(file_);
  worker_.symbols = &symbols;
  const auto address = [&](const char* name) {
    const std::uint64_t in_file = symbols.find(name);
    return in_file == 0 ? 0 : worker_.program_start + in_file;
  };
  worker_.block_point = address("gridmark_block_point");
  worker_.turn_point = address("gridmark_turn_point");
  worker_.wait_point = address("gridmark_wait_point");
  worker_.tally_at_end = [this] { return bells_.reached != passed_ ? tally_at_point() : std::nullopt; };
  worker_.object = [this](const std::string& message) { object(message); };
  if (worker_.block_point == 0 || worker_.turn_point == 0 || worker_.wait_point == 0)
    return "the worker was not built to be counted twice";
  return "";
}

/// Waits until the next point or the next look.
void Witness::stand_by() {
  std::int64_t microseconds = INT64_MAX;
  if (due_) microseconds = std::max<std::int64_t>(1, (*due_ - Clock::now()) / std::chrono::microseconds(1));
  if (wait_for_bell(bells_.reached, passed_, microseconds)) {
    if (!give_up_) pass_point();
  } else if (due_ && Clock::now() >= *due_) {
    look_at_blocks();
  }
}

std::optional<Tally> Witness::tally_at_point() {
  return tally_in(worker_.process, bells_.sites, bells_.site_count);
}

void Witness::let_go() {
  passed_ = bells_.reached;
  ring(bells_.passed, passed_);
}

// ---- The ledger.

void Witness::pass_point() {
  const std::uint32_t kind = bells_.kind;
  if (const auto now = tally_at_point())
    enter_ledger(*now, kind);
  else
    object("the meters cannot be read");
  const bool look_now = due_ && *due_ <= Clock::now();
  if (look_now) return look_at_blocks();
  let_go();
}

void Witness::enter_ledger(const Tally& now, std::uint32_t kind) {
  const bool in_step = !outside_ || *outside_ == now;
  due_.reset();
  switch (static_cast<Kind>(kind)) {
    case Kind::section_begins:
    case Kind::grid_ends:
      outside_ = now;
      return;
    case Kind::section_is_read: {
      if (!in_step)
        object(fmt::format("the meters had {} behind the last kernel, and {} when they were read",
                           text_of(*outside_), text_of(now)));
      const std::lock_guard lock(mutex_);
      read_.push_back(now);
      return;
    }
    case Kind::grid_begins:
      if (!in_step)
        object(fmt::format("the meters had {} behind one kernel, and {} before the next", text_of(*outside_),
                           text_of(now)));
      outside_.reset();
      return plan_look(std::chrono::milliseconds(50));
  }
}

// ---- Blocks.

/// Each later launch of a call is less likely to be looked at. Some looks are at the first blocks, where the
/// device's audit makes many signals. The others are at moments up to `longest` from now, on a logarithmic
/// scale.
void Witness::plan_look(Clock::duration longest) {
  grid_began_ = Clock::now();
  std::unique_lock lock(mutex_);
  const bool chosen = worker_.draw(++launches_ + 1) == 0;
  lock.unlock();
  if (!chosen || !LookBudget::instance().allows()) return;
  constexpr std::uint64_t fine = 1'000'000;
  constexpr double shortest = 1e-2;  // of the longest
  const double drawn = static_cast<double>(worker_.draw(fine)) / fine;
  const double part = worker_.draw(4) == 0 ? 0 : std::pow(shortest, drawn);
  due_ = grid_began_ + std::chrono::duration_cast<Clock::duration>(longest * part);
}

/// Call while the worker runs, or stands still at the start of a grid.
void Witness::look_at_blocks() {
  due_.reset();
  LookBudget::instance().spend([this] {
    const bool at_start = bells_.reached != passed_ && static_cast<Kind>(bells_.kind) == Kind::grid_begins;
    BlockWatch watch(worker_, at_start ? BlockWatch::From::start_of_grid : BlockWatch::From::amid_grid);
    const std::string hindered = watch.begin();
    if (at_start) let_go();
    if (!hindered.empty()) return hinder(hindered);
    watch.run();
    const std::lock_guard lock(shared_mutex);
    all_looks.blocks += watch.counted_blocks();
    all_looks.words += watch.watched_words();
    if (watch.counted_blocks() == 0 && bells_.reached == passed_) plan_another_look();
  });
}

/// Plans another look at a grid. The device's audit made too many signals in its early part.
void Witness::plan_another_look() {
  constexpr std::uint64_t fine = 1000;
  const Clock::time_point now = Clock::now();
  if (LookBudget::instance().allows())
    due_ = now + (now - grid_began_) * static_cast<long>(fine + worker_.draw(fine)) / static_cast<long>(fine);
}

}  // namespace gridmark::channel
