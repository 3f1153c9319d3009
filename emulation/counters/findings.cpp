#include "emulation/counters/findings.h"

#include <algorithm>
#include <cstdio>

#include "emulation/engine/source_place.h"

namespace gridmark::counters {
namespace {

std::string triple(unsigned x, unsigned y, unsigned z) {
  std::string text = "(";
  text += std::to_string(x) + ',';
  text += std::to_string(y) + ',';
  text += std::to_string(z) + ')';
  return text;
}

std::string plural(unsigned count, std::string word) {
  if (count != 1) word += 's';
  return std::to_string(count) + ' ' + word;
}

/// Advice for the barrier between two accesses of one block, given their lines.
std::string barrier_advice(const emulation::SourcePlace& earlier, const emulation::SourcePlace& later,
                           bool in_warp) {
  const char* const warp = in_warp ? ", or __syncwarp() if only this warp shares the data" : "";
  const bool one_file = earlier.line != 0 && earlier.file == later.file;
  if (one_file && earlier.line == later.line)
    return std::string(
               "give each thread its own element, use an atomic function, or, in a loop, put "
               "__syncthreads() between one round and the next") +
           warp;
  if (one_file &&
      later.line < earlier.line)  // a barrier that stands between the lines is not the missing one
    return "put __syncthreads() between one round and the next: at the end of the body of the loop that "
           "holds "
           "both lines" +
           std::string(warp);
  return std::string("put __syncthreads() between them") + warp;
}

/// Only the last of several readers is kept. If that is the writer itself, the others read at the same place,
/// unless it read in order to write ("s[t] *= 2").
bool is_place_of_others(const Race& race, const emulation::SourcePlace& earlier,
                        const emulation::SourcePlace& later) {
  if (race.earlier_known || !race.earlier.same_thread(race.later)) return true;
  return earlier.file != later.file || earlier.line != later.line;
}

const char* const between_blocks_advice =
    "blocks run in any order: give each block its own elements, use an atomic function, or split the kernel";

std::string race_advice(const Race& race, Space space, const emulation::SourcePlace& earlier,
                        const emulation::SourcePlace& later) {
  if (race.distance == Distance::other_block) return between_blocks_advice;
  if (race.earlier.has(Stamp::atomic) || race.later_atomic)
    return "use atomic functions on both lines, or put __syncthreads() between them";
  if (race.earlier.site() == race.later.site() && race.earlier_writes && race.later_writes) {
    return "let one thread write it, use an atomic function, or check the index";
  }
  if (!is_place_of_others(race, earlier, later))
    return "put __syncthreads() in front of this line, so that all of them have read, or, in a loop, put "
           "__syncthreads() between one round and the next";
  return barrier_advice(earlier, later, race.distance == Distance::same_warp && space == Space::shared);
}

}  // namespace

void Findings::clear() {
  found_.clear();
  seen_.clear();
  seen_in_host_code_.clear();
  block_races_.clear();
  before_advice_.clear();
  between_blocks_.clear();
  between_blocks_advice_.clear();
}

/// Makes sure that debug information is read once per site, not once per access.
bool Findings::is_new(Kind kind, SiteIndex site) { return seen_.emplace(std::pair(site, kind), true).second; }

void Findings::add(Kind kind, SiteIndex site, std::string message,
                   std::vector<emulation::RacingAccess> accesses) {
  emulation::SourcePlace place = emulation::source_place(sites_[site].pc);
  const auto key = std::tuple(place.file, place.line, kind);
  found_.try_emplace(
      key,
      emulation::Finding{
          kind, sites_.kernel_name(sites_[site].kernel), place, std::move(message), {}, std::move(accesses)});
}

void Findings::add(Kind kind, const emulation::SourcePlace& place, std::string message,
                   const std::string& kernel) {
  found_.try_emplace(std::tuple(place.file, place.line, kind),
                     emulation::Finding{kind, kernel, place, std::move(message)});
}

std::string Findings::thread(const Stamp& stamp) const {
  const unsigned plane = shape_.block_x * shape_.block_y;
  std::string text = "thread ";
  text += triple(stamp.thread() % shape_.block_x, stamp.thread() / shape_.block_x % shape_.block_y,
                 stamp.thread() / plane);
  return text;
}

std::string Findings::block(const Stamp& stamp) const {
  const unsigned plane = shape_.grid_x * shape_.grid_y;
  std::string text = "block ";
  text += triple(stamp.block() % shape_.grid_x, stamp.block() / shape_.grid_x % shape_.grid_y,
                 stamp.block() / plane);
  return text;
}

std::string Findings::line(SiteIndex site) const {
  const emulation::SourcePlace place = emulation::source_place(sites_[site].pc);
  if (place.line == 0) return "an unknown line";
  return place.file + ":" + std::to_string(place.line);
}

/// Both sides, for a picture. Empty if the line of the earlier one is unknown.
std::vector<emulation::RacingAccess> Findings::accesses_of(const Race& race,
                                                           const emulation::SourcePlace& earlier,
                                                           const emulation::SourcePlace& later) const {
  if (!is_place_of_others(race, earlier, later)) return {};
  const bool known = race.earlier_known, other_block = race.distance == Distance::other_block;
  return {{earlier, known ? thread(race.earlier) : "another thread",
           known || !other_block ? block(race.earlier) : "another block", race.earlier_writes},
          {later, thread(race.later), block(race.later), race.later_writes}};
}

void Findings::race(const Race& race, Space space, const std::string& memory) {
  if (!is_new(Kind::race, race.later.site())) return;
  const bool other_block = race.distance == Distance::other_block;
  std::string text = space == Space::shared ? "race in shared memory: " : "race in global memory: ";
  text +=
      thread(race.later) + " of " + block(race.later) + (race.later_writes ? " writes " : " reads ") + memory;
  text += " at " + line(race.later.site()) + " while ";
  if (race.earlier_known)
    text += thread(race.earlier) + (other_block ? " of " + block(race.earlier) : "");
  else
    text += other_block ? "threads of other blocks" : "other threads of the block";
  text += race.earlier_writes ? " may be writing it" : " may be reading it";
  const emulation::SourcePlace earlier = emulation::source_place(sites_[race.earlier.site()].pc),
                               later = emulation::source_place(sites_[race.later.site()].pc);
  if (is_place_of_others(race, earlier, later)) text += " at " + line(race.earlier.site());
  text += "; ";
  const std::size_t before = text.size(), found = found_.size();
  text += race_advice(race, space, earlier, later);
  add(Kind::race, race.later.site(), std::move(text), accesses_of(race, earlier, later));
  if (other_block) between_blocks_.insert(race.later.site());
  if (other_block) return;
  if (found_.size() > found) before_advice_[race.later.site()] = before;
  block_races_.push_back(
      {race.later.site(), sites_[race.earlier.site()].pc, sites_[race.later.site()].pc, space});
}

void Findings::also_between_blocks(SiteIndex site) {
  between_blocks_.insert(site);
  put_between_blocks(site);
}

void Findings::put_between_blocks(SiteIndex site) {
  const std::string& better = between_blocks_advice_[site];
  put_advice(site,
             "threads of other blocks race here, too, and " +
                 (better.empty() ? std::string(between_blocks_advice) : "blocks run in any order: " + better),
             {});
}

void Findings::advise(SiteIndex site, const Advice& advice) {
  between_blocks_advice_[site] = advice.between_blocks;
  between_blocks_.contains(site) ? put_between_blocks(site) : put_advice(site, advice.text, advice.fixes);
}

void Findings::put_advice(SiteIndex site, const std::string& text, const std::vector<emulation::Fix>& fixes) {
  const auto before = before_advice_.find(site);
  if (before == before_advice_.end()) return;  // another instruction of the line has the finding
  const emulation::SourcePlace place = emulation::source_place(sites_[site].pc);
  emulation::Finding& finding = found_.at({place.file, place.line, Kind::race});
  finding.message = finding.message.substr(0, before->second) + text;
  finding.fixes = fixes;
}

void Findings::out_of_bounds(const Stamp& who, const Access& access, const std::string& what,
                             const std::string& advice) {
  if (!is_new(Kind::out_of_bounds, site_of(access))) return;
  std::string text = "out of bounds: " + thread(who) + " of " + block(who);
  text += access.writes() ? " writes " : " reads ";
  text += plural(access.bytes, "byte") + " at " + line(site_of(access)) + ", " + what + "; " + advice;
  add(Kind::out_of_bounds, site_of(access), std::move(text));
}

void Findings::uninitialised(const Stamp& who, const Access& access, const std::string& what,
                             const std::string& advice) {
  if (!is_new(Kind::uninitialised_read, site_of(access))) return;
  // A library's own code, which is not instrumented, may have filled it.
  if (emulation::source_place(sites_[site_of(access)].pc).line == 0) return;
  std::string text = "uninitialised read: " + thread(who) + " of " + block(who);
  text += access.updates() ? " updates " : " reads ";
  text += plural(access.bytes, "byte") + " at " + line(site_of(access)) + ' ' + what + "; " + advice;
  add(Kind::uninitialised_read, site_of(access), std::move(text));
}

void Findings::misaligned(const Stamp& who, const Access& access) {
  if (!is_new(Kind::misaligned, site_of(access))) return;
  std::string text = "misaligned address: " + thread(who) + " of " + block(who);
  text += access.writes() ? " writes " : " reads ";
  text += plural(access.bytes, "byte") + " at an address that is not a multiple of " +
          std::to_string(access.bytes) + " at " + line(site_of(access)) +
          ". A device stops with cudaErrorMisalignedAddress: use a narrower type, or align the pointer";
  add(Kind::misaligned, site_of(access), std::move(text));
}

void Findings::use_after_free(const Stamp& who, const Access& access,
                              const emulation::DeviceAllocation& released) {
  if (!is_new(Kind::use_after_free, site_of(access))) return;
  std::string text = "use after free: " + thread(who) + " of " + block(who);
  text += access.writes() ? " writes " : " reads ";
  text += plural(access.bytes, "byte") + " of a " + std::to_string(released.bytes) + "-byte allocation at " +
          line(site_of(access)) + ", which was allocated at " +
          text_of(emulation::source_place(released.caller)) + " and freed at " +
          text_of(emulation::source_place(released.freed_by)) +
          ". Free it after the last kernel that uses it";
  add(Kind::use_after_free, site_of(access), std::move(text));
}

void Findings::double_free(const void* caller, const emulation::DeviceAllocation& released) {
  const emulation::SourcePlace place = emulation::source_place(caller);
  std::string text = "double free: cudaFree() at " + text_of(place) + " of a " +
                     std::to_string(released.bytes) + "-byte allocation that was made at " +
                     text_of(emulation::source_place(released.caller)) + " and freed at " +
                     text_of(emulation::source_place(released.freed_by)) +
                     ". Set the pointer to nullptr when you free it";
  add(Kind::double_free, place, std::move(text));
}

void Findings::host_memory(const Stamp& who, const Access& access) {
  if (emulation::is_toolkit_code(sites_[site_of(access)].pc)) return;
  if (!is_new(Kind::host_memory, site_of(access))) return;
  std::string text = "host memory: " + thread(who) + " of " + block(who);
  text += access.writes() ? " writes " : " reads ";
  text += plural(access.bytes, "byte") + " of memory of the host at " + line(site_of(access)) +
          ". A device cannot reach it: copy the data to memory from cudaMalloc and pass that pointer";
  add(Kind::host_memory, site_of(access), std::move(text));
}

void Findings::host_touches_variable(const emulation::CallStack& stack, const void* pc, bool writes,
                                     const std::string& variable, bool constant) {
  if (!seen_in_host_code_.insert(pc).second) return;
  emulation::SourcePlace place = emulation::source_place(pc);
  if (place.line == 0) place = emulation::source_place(stack);
  if (place.line == 0) return;
  std::string text = "variable of the device: host code " + std::string(writes ? "writes " : "reads ");
  text += variable + " at " + text_of(place) + ", which is a ";
  text += constant ? "__constant__" : "__device__";
  text +=
      " variable. With a real device, the host has a separate variable of that name, which kernels never "
      "see: "
      "use ";
  text += writes ? "cudaMemcpyToSymbol()" : "cudaMemcpyFromSymbol()";
  if (!constant) text += ", or declare it __managed__";
  add(Kind::device_variable, place, std::move(text));
}

void Findings::uncounted_access(const void* instruction) {
  if (emulation::is_toolkit_code(static_cast<const char*>(instruction) + 1)) return;
  const emulation::SourcePlace place = emulation::source_place_of_instruction(instruction);
  if (place.line == 0) return;
  add(Kind::uncounted_access, place,
      "uncounted access: kernel " + sites_.current_kernel() + " touches device memory at " + text_of(place) +
          " where the counters cannot see it: in a structure that is passed or returned by value, or in a "
          "function of the host's libraries. This is a limit of gridmark's counters, and results stay right. "
          "To have it counted, copy the value from or to memory in a statement without a call",
      sites_.current_kernel());
}

void Findings::undefined_shuffle(const Stamp& who, const emulation::UndefinedShuffle& shuffle) {
  const emulation::SourcePlace place = emulation::source_place(shuffle.place);
  if (place.line == 0) return;
  char mask[16];
  std::snprintf(mask, sizeof mask, "0x%08x", shuffle.mask);
  const bool named = shuffle.mask >> shuffle.source & 1;
  std::string text = "undefined shuffle: " + thread(who) + " of " + block(who) + " takes the value of lane " +
                     std::to_string(shuffle.source) + " at " + text_of(place) + ", which ";
  text += named ? "has returned or does not exist" : std::string("the mask ") + mask + " does not name";
  text += ". On a device that value may be anything: let all lanes that are read take part";
  add(Kind::undefined_shuffle, place, std::move(text), sites_.current_kernel());
}

std::optional<emulation::Finding> Findings::first(emulation::Finding::Kind kind) const {
  const auto found =
      std::ranges::find_if(found_, [kind](const auto& one) { return one.second.kind == kind; });
  return found == found_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<emulation::Finding> Findings::list(std::size_t most) const {
  std::vector<emulation::Finding> result, uncounted;
  for (const auto& [key, finding] : found_)
    (finding.kind == Kind::uncounted_access ? uncounted : result).push_back(finding);
  // They are not mistakes, so they come last. They make counts unreliable, so they are never left out.
  if (uncounted.size() > most) uncounted.resize(most);
  if (result.size() > most - uncounted.size()) result.resize(most - uncounted.size());
  result.insert(result.end(), uncounted.begin(), uncounted.end());
  return result;
}

}  // namespace gridmark::counters
