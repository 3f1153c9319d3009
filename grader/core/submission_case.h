#pragma once
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "grader/core/error.h"
#include "grader/core/outcome.h"
#include "grader/core/points.h"

namespace gridmark {

/// The purpose of a case.
enum class CaseKind {
  honest,   ///< earns the points that it deserves, including for mistakes
  cheat,    ///< earns nothing for the items that it cheats at
  twin,     ///< looks like a cheat but is honest, and keeps every point
  hostile,  ///< attacks the machine, is contained, and earns only its honest part
  mutant    ///< a solution with one defect, which costs exactly its items
};

constexpr auto names(CaseKind) {
  using enum CaseKind;
  return EnumNames<CaseKind, 5>{
      {{honest, "honest"}, {cheat, "cheat"}, {twin, "twin"}, {hostile, "hostile"}, {mutant, "mutant"}}};
}

/// The files that a case starts from, before its own keys add to them.
enum class CaseStart {
  patch,       ///< the lab's solution with a patch applied
  submission,  ///< the folder submission/, unchanged
  solution,
  starter,
  empty
};

constexpr auto names(CaseStart) {
  using enum CaseStart;
  return EnumNames<CaseStart, 5>{{{patch, "patch"},
                                  {submission, "submission"},
                                  {solution, "solution"},
                                  {starter, "starter"},
                                  {empty, "empty"}}};
}

/// The topic of a classic mistake. docs/teaching.md has a chapter for each.
enum class MistakeTopic { calls, memory, launches, indices, barriers, ranks, numbers, timing, compiler };

constexpr auto names(MistakeTopic) {
  using enum MistakeTopic;
  return EnumNames<MistakeTopic, 9>{{{calls, "calls"},
                                     {memory, "memory"},
                                     {launches, "launches"},
                                     {indices, "indices"},
                                     {barriers, "barriers"},
                                     {ranks, "ranks"},
                                     {numbers, "numbers"},
                                     {timing, "timing"},
                                     {compiler, "compiler"}}};
}

/// A submission with a known verdict. tests/submissions/README.md describes its files and keys.
struct SubmissionCase {
  std::string lab;
  std::string name;
  std::filesystem::path path;  ///< CASE.patch or a folder, empty for the two cases that every lab has

  /// Why its files cannot be read. Such a case has only a lab, a name and a path.
  std::optional<Error> fault;

  CaseKind kind = CaseKind::honest;
  std::vector<int> cheats;  ///< numbers in tests/submissions/cheats.md
  std::string mistake;      ///< its title in docs/teaching.md, empty if not a classic mistake
  MistakeTopic topic = MistakeTopic::indices;
  std::string twin_of;  ///< the cheat that it resembles
  std::string why;

  Points points;
  int exit_code = 0;                    ///< of `gridmark grade`
  std::vector<std::string> loses;       ///< ids of items, or "*"
  std::map<std::string, double> keeps;  ///< lost item -> fraction of its points that it keeps
  std::vector<std::string> review;      ///< ids of items that wait for a person's decision
  std::map<std::string, Outcome> outcomes;
  /// Item -> regular expression that must match: its reason, the source line at its place, and a change that
  /// its explanation advises.
  std::map<std::string, std::string> says, points_at, fix;

  CaseStart start = CaseStart::patch;
  std::string diff;  ///< the patch of the solution, as `git apply` reads it
  std::vector<std::string> extra_files, folders;
  std::map<std::string, std::string> links;
  std::map<std::string, std::int64_t> pad;  ///< file -> bytes
  std::vector<std::string> remove;          ///< names of files, folders or links to remove at the end
  std::vector<std::string> leaves_nothing;
  bool quick = false;                 ///< part of the quick selection
  bool report = false;                ///< includes the written part
  std::vector<std::string> left_out;  ///< ids of the written part's items, if the case is only about code

  /// Whether the case is judged by this item of the rubric.
  bool judges(const std::string& id) const {
    return std::find(left_out.begin(), left_out.end(), id) == left_out.end();
  }

  /// Whether the item gets less than full points.
  bool loses_item(const std::string& id) const {
    for (const std::string& lost : loses)
      if (lost == "*" || lost == id) return true;
    return false;
  }
};

}  // namespace gridmark
