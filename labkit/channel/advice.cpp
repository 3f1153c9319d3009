#include "labkit/channel/advice.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "emulation/repairable_words.h"
#include "labkit/channel/ask.h"
#include "labkit/channel/endless_loop.h"
#include "labkit/channel/options.h"
#include "labkit/oracle/wrong_pattern.h"
#include "labkit/repairs/repairs.h"

namespace gridmark::channel {
namespace {

namespace fs = std::filesystem;
using repairs::Remedy;
using repairs::Repair;

/// An allocation that is freed twice while another leaks needs another name in that free, not its removal.
bool is_two_mistakes(const std::string& message) {
  return message.find(emulation::freed_twice) != message.npos && !last_reply().leaks.empty();
}

/// The number in front of these words, or 0 if the message does not have them.
long number_before(const std::string& message, std::string_view words) {
  std::size_t at = message.find(words);
  if (at == message.npos) return 0;
  while (at > 0 && std::isdigit(static_cast<unsigned char>(message[at - 1])) != 0) --at;
  return std::atol(message.c_str() + at);
}
long number_behind(const std::string& message, std::string_view words) {
  const std::size_t at = message.find(words);
  return at == message.npos ? 0 : std::atol(message.c_str() + at + words.size());
}

/// No attribute gives a kernel more than the device has.
bool is_beyond_device(const std::string& message) {
  return number_before(message, " bytes of dynamic shared memory (this kernel may have ") >
         number_behind(message, emulation::shared_memory_limit);
}

/// Possible repairs, the likeliest first.
std::vector<Remedy> remedies_of_words(const std::string& message) {
  constexpr std::pair<std::string_view, Repair> known[] = {
      {emulation::too_many_threads, Repair::fit_block},
      {emulation::shared_memory_limit, Repair::raise_shared_memory},
      {emulation::shared_memory_unasked, Repair::ask_for_shared_memory},
      {emulation::pointer_of_host, Repair::pass_device_memory},
      {emulation::pointer_of_host, Repair::copy_vector},
      {emulation::pointer_of_device, Repair::copy_elements},
      {emulation::too_little_room, Repair::allocate_bytes},
      {emulation::too_little_room, Repair::allocate_all},
      {emulation::too_little_for_kernel, Repair::allocate_bytes},
      {emulation::returned_too_early, Repair::return_later},
      {oracle::overflows_in_half, Repair::use_float},
      {oracle::rounded_on_the_way, Repair::use_float},
      {counts_below_zero, Repair::widen_index},
      {emulation::copy_either_way, Repair::turn_copy},
      {emulation::freed_twice, Repair::remove_call},
      {emulation::needless_reset, Repair::remove_call},
      {emulation::no_return, Repair::return_error},
      {emulation::deadlock_in, Repair::lift_barrier},
      {emulation::events_not_reached, Repair::wait_for_event},
      {prints_too_much, Repair::remove_print},
      {index_too_small, Repair::widen_index}};
  if (is_two_mistakes(message)) return {Repair::free_other};
  if (is_beyond_device(message)) return {};
  std::vector<Remedy> found;
  for (const auto& [words, repair] : known)
    if (message.find(words) != message.npos) found.emplace_back(repair);
  return found;
}

std::vector<Remedy> remedies_of(Cause::Kind kind) {
  switch (kind) {
    case Cause::Kind::wrong_stream:
      return {Repair::use_stream};
    case Cause::Kind::leak:
      return {Repair::free_memory, Repair::destroy_events};
    case Cause::Kind::race:
      return {Repair::own_variable};
    case Cause::Kind::misaligned:
      return {Repair::load_elements};
    case Cause::Kind::undefined_shuffle:
      return {Repair::let_all_lanes_shuffle};
    case Cause::Kind::endless_loop:
      return {Repair::advance_loop};
    case Cause::Kind::out_of_bounds:
    case Cause::Kind::fault:
      return {Repair::end_one_earlier, Repair::check_bounds};
    default:
      return {};
  }
}

/// Possible repairs, the likeliest first.
std::vector<Remedy> remedies_of(const Failure& failure) {
  if (failure.remedy.is_known()) return {failure.remedy};
  if (auto found = remedies_of_words(failure.message); !found.empty()) return found;
  return failure.cause ? remedies_of(failure.cause->kind) : std::vector<Remedy>{};
}

/// The function that the lab called. Messages begin with it.
std::string called_function(const std::string& message) {
  const auto end = std::find_if(message.begin(), message.end(),
                                [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; });
  return {message.begin(), end};
}

/// The lines in file `name` that the failure mentions: its place, the first call that freed a doubly freed
/// allocation, and the allocation of memory that is too small.
std::vector<int> lines_of(const Failure& failure, const std::string& name) {
  std::vector<int> lines{failure.place.file == name ? failure.place.line : 0};
  for (const std::string words : {", which was freed at ", " allocation made at "})
    if (const int line = static_cast<int>(number_behind(failure.message, words + name + ":")); line > 0)
      lines.push_back(line);
  return lines;
}

/// The names of the submission's files, in order.
std::vector<std::string> submitted_names() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(options().sources, error))
    if (entry.is_regular_file(error)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

std::string submitted(const std::string& name) {
  if (options().sources.empty() || name.empty() || name.starts_with('/') ||
      name.find("..") != std::string::npos)
    return "";
  std::ifstream file(fs::path(options().sources) / name);
  return {std::istreambuf_iterator<char>(file), {}};
}

void add_repair(Failure& failure) {
  if (!failure.fixes.empty() || options().sources.empty()) return;
  const std::string called = called_function(failure.message);
  const bool placed = !submitted(failure.place.file).empty();
  const auto names = placed ? std::vector{failure.place.file} : submitted_names();
  for (const Remedy& remedy : remedies_of(failure))
    for (const std::string& name : names)
      for (const int line : lines_of(failure, name)) {
        failure.fixes = repairs::repaired(remedy, {name, submitted(name), line, called});
        if (!failure.fixes.empty()) return;
      }
}

}  // namespace gridmark::channel
