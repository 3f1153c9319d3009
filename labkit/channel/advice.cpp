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
#include "labkit/repairs/repairs.h"

namespace gridmark::channel {
namespace {

namespace fs = std::filesystem;
using repairs::Remedy;
using repairs::Repair;

/// What is freed twice in the place of another allocation is to be renamed, not removed.
bool is_two_mistakes(const std::string& message) {
  return message.find(emulation::freed_twice) != message.npos && !last_reply().leaks.empty();
}

Remedy remedy_of_words(const std::string& message) {
  constexpr std::pair<std::string_view, Repair> known[] = {
      {emulation::copy_either_way, Repair::turn_copy},
      {emulation::freed_twice, Repair::remove_call},
      {emulation::needless_reset, Repair::remove_call},
      {emulation::no_return, Repair::return_error},
      {emulation::deadlock_in, Repair::lift_barrier},
      {emulation::events_not_reached, Repair::wait_for_event},
      {prints_too_much, Repair::remove_print},
      {index_too_small, Repair::widen_index}};
  for (const auto& [words, repair] : known)
    if (message.find(words) != message.npos && !is_two_mistakes(message)) return repair;
  return Repair::unknown;
}

std::vector<Remedy> remedies_of(Cause::Kind kind) {
  switch (kind) {
    case Cause::Kind::wrong_stream:
      return {Repair::use_stream};
    case Cause::Kind::leak:
      return {Repair::free_memory};
    case Cause::Kind::out_of_bounds:
    case Cause::Kind::fault:
      return {Repair::end_one_earlier, Repair::check_bounds};
    default:
      return {};
  }
}

/// Those that may be it, the likeliest first.
std::vector<Remedy> remedies_of(const Failure& failure) {
  if (failure.remedy.is_known()) return {failure.remedy};
  if (Remedy found = remedy_of_words(failure.message); found.is_known()) return {found};
  return failure.cause ? remedies_of(failure.cause->kind) : std::vector<Remedy>{};
}

/// Messages begin with the function that the lab has called.
std::string called_function(const std::string& message) {
  const auto end = std::find_if(message.begin(), message.end(),
                                [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; });
  return {message.begin(), end};
}

/// The failure's; of memory that a destructor frees a second time also that of the first call.
std::vector<int> lines_of(const Failure& failure) {
  std::vector<int> lines{failure.place.line};
  const std::string first = ", which was freed at " + failure.place.file + ":";
  if (const std::size_t at = failure.message.find(first); !failure.place.file.empty() && at != first.npos)
    lines.push_back(std::atoi(failure.message.c_str() + at + first.size()));
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
  if (options().sources.empty() || name.starts_with('/') || name.find("..") != std::string::npos) return "";
  std::ifstream file(fs::path(options().sources) / name);
  return {std::istreambuf_iterator<char>(file), {}};
}

void add_repair(Failure& failure) {
  if (!failure.fixes.empty() || options().sources.empty()) return;
  const std::string called = called_function(failure.message);
  const bool placed = !failure.place.file.empty();
  const auto names = placed ? std::vector{failure.place.file} : submitted_names();
  for (const Remedy& remedy : remedies_of(failure))
    for (const std::string& name : names)
      for (const int line : lines_of(failure)) {
        failure.fixes = repairs::repaired(remedy, {name, submitted(name), line, called});
        if (!failure.fixes.empty()) return;
      }
}

}  // namespace gridmark::channel
