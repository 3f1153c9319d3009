#include "emulation/counters/shared_shadow.h"

#include "emulation/repairable_words.h"

namespace gridmark::counters {
namespace {

/// Limit between two barriers. It is enough to name every line that reads too early.
constexpr std::size_t most_unwritten_reads = 4096;

}  // namespace

SharedShadow::SharedShadow(SiteTable& sites, Findings& findings)
    : sites_(sites),
      findings_(findings),
      dynamic_offset_((layout_.bytes() + 2 * widest_access - 1) / widest_access * widest_access),
      words_(std::make_unique<SharedWords>()) {}

std::unique_ptr<SharedWords> SharedShadow::put_aside() {
  std::unique_ptr<SharedWords> mine = std::move(words_);
  if (spare_.empty()) {
    words_ = std::make_unique<SharedWords>();
  } else {
    words_ = std::move(spare_.back());
    spare_.pop_back();
  }
  words_->provide(dynamic_offset_ + dynamic_bytes_);
  return mine;
}

void SharedShadow::take_up(std::unique_ptr<SharedWords> words) {
  spare_.push_back(std::move(words_));
  words_ = std::move(words);
}

void SharedShadow::enter_launch(std::size_t dynamic_bytes) {
  layout_.note_dynamic_pointers();
  dynamic_bytes_ = dynamic_bytes;
  words_->provide(dynamic_offset_ + dynamic_bytes);
  ++launch_;
  owner_in_use_.assign(layout_.arrays().size() + 1, false);
}

std::size_t SharedShadow::static_bytes_in_use() const {
  std::size_t bytes = 0;
  for (const SharedArray& array : layout_.arrays())
    if (owner_in_use_[static_cast<std::size_t>(array.owner)]) bytes += array.bytes;
  return bytes;
}

std::string SharedShadow::array_name(std::size_t offset) const {
  const SharedArray* array = layout_.array_at(offset);
  return array ? array->name : "shared memory";
}

/// An instruction uses the arrays of one function. If it reaches another function's array that this launch
/// does not otherwise use, it ran over the end of its own.
bool SharedShadow::strays(const SharedArray& array, SiteIndex index) {
  Site& site = sites_[index];
  if (site.owner_launch != launch_) {
    site.owner_launch = launch_;
    site.array_owner = array.owner;
    owner_in_use_[static_cast<std::size_t>(array.owner)] = true;
  }
  return site.array_owner != array.owner && !owner_in_use_[static_cast<std::size_t>(array.owner)];
}

/// A copy of a whole struct reads its padding, which is never written, so one written byte is enough.
void SharedShadow::check_written(std::size_t offset, const Access& access, const Stamp& now,
                                 const SharedArray* array) {
  if (!access.reads() || words_->any_written(offset, access.bytes, now)) return;
  if (unwritten_reads_.size() < most_unwritten_reads) {
    unwritten_reads_.push_back({offset, access, now, array});
  }
}

bool SharedShadow::is_unwritten(const UnwrittenRead& read) {
  return read.access.updates() ? words_->any_unfounded(read.offset, read.access.bytes)
                               : !words_->any_written(read.offset, read.access.bytes, read.who);
}

void SharedShadow::suspect(const Race& race, const std::string& memory) {
  suspicions_.try_emplace({race.earlier.site(), race.later.site()}, Suspicion{race, memory});
}

std::string SharedShadow::advice_on_unwritten() const {
  const std::string advice = "fill all of the shared array before it is read";
  if (returned_ == 0) return advice;
  return advice + "; " + std::to_string(returned_) + (returned_ == 1 ? " thread" : " threads") +
         " of the block had returned by then and could not fill anything" +
         std::string(emulation::returned_too_early) + ", and skip only its stores of results";
}

void SharedShadow::settle() {
  for (const auto& [sites, suspicion] : suspicions_) {
    const SiteIndex reader = suspicion.race.earlier_writes ? sites.second : sites.first;
    if (!sites_[reader].precedes_atomic) findings_.race(suspicion.race, Space::shared, suspicion.memory);
  }
  suspicions_.clear();
  for (const UnwrittenRead& read : unwritten_reads_) {
    if (!is_unwritten(read)) continue;
    std::string what = "of ";
    what += (read.array ? read.array->name : "dynamic shared memory") +
            " that no thread of the block has written";
    findings_.uninitialised(read.who, read.access, what, advice_on_unwritten());
  }
  unwritten_reads_.clear();
}

/// The array whose end was passed: the last one before `offset` that this launch uses.
const SharedArray* SharedShadow::overrun_array(std::size_t offset) const {
  const SharedArray* found = nullptr;
  for (const SharedArray& array : layout_.arrays()) {
    if (array.offset <= offset && owner_in_use_[static_cast<std::size_t>(array.owner)]) found = &array;
  }
  return found;
}

void SharedShadow::tell_overrun(std::size_t offset, const Access& access, const Stamp& now) {
  if (layout_.engine_variable(offset)) return;
  if (findings_.has(emulation::Finding::Kind::out_of_bounds, site_of(access))) return;
  const SharedArray* near = overrun_array(offset);
  findings_.out_of_bounds(now, access,
                          near ? "outside of the kernel's shared arrays, near the end of " + near->name
                               : std::string("outside of the kernel's shared arrays"),
                          "check the index against the array's size");
}

void SharedShadow::tell_dynamic_overrun(std::size_t offset, const Access& access, const Stamp& now) {
  if (findings_.has(emulation::Finding::Kind::out_of_bounds, site_of(access))) return;
  findings_.out_of_bounds(now, access,
                          "byte " + std::to_string(offset) +
                              " of dynamic shared memory, of which the launch gave " +
                              std::to_string(dynamic_bytes_) + " bytes",
                          "check the index, or the launch's third parameter");
}

std::optional<Race> SharedShadow::touch(std::size_t offset, const Access& access, const Stamp& now,
                                        const SharedArray* array) {
  check_written(offset, access, now, array);
  if (access.atomic() && access.writes()) {
    const Stamp& read = words_->last_read(offset);
    if (read.same_epoch(now) && read.same_thread(now)) sites_[read.site()].precedes_atomic = true;
  }
  return words_->access(offset, access.bytes, access, now);
}

bool SharedShadow::access_static(std::size_t offset, const Access& access, const Stamp& now,
                                 std::optional<Race>& race) {
  const SharedArray* array = layout_.array_at(offset);
  if (!is_inside_array(offset, access.bytes, site_of(access))) {
    tell_overrun(offset, access, now);
    return false;
  }
  race = touch(offset, access, now, array);
  return true;
}

bool SharedShadow::access_dynamic(std::size_t offset, const Access& access, const Stamp& now,
                                  std::optional<Race>& race) {
  if (offset + access.bytes > dynamic_bytes_) {
    tell_dynamic_overrun(offset, access, now);
    return false;
  }
  race = touch(dynamic_offset_ + offset, access, now, nullptr);
  return true;
}

}  // namespace gridmark::counters
