#include "grader/pipeline/stand_in_reasons.h"

#include <algorithm>

#include "grader/compile/directive_text.h"

namespace gridmark::pipeline {
namespace {

using compile::BuiltSubmission, compile::StandIn;

/// True if `text` has `name` as a complete word.
bool mentions(const std::string& text, const std::string& name) {
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !compile::is_of_name(text[at - 1])) &&
        (end == text.size() || !compile::is_of_name(text[end])))
      return true;
  }
  return false;
}

bool mentions_any(const std::string& text, const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(), [&](const auto& name) { return mentions(text, name); });
}

std::string reason_of(const StandIn& one) {
  return one.file + " " + one.reason + " (the starter's version was tested in its place)";
}

/// The stand-in that a failure at `place` with this `text` is about.
const StandIn* culprit(const std::string& text, const std::optional<Place>& place,
                       const BuiltSubmission& built) {
  for (const StandIn& one : built.stand_ins)
    if ((place && place->file == one.file) || mentions_any(text, one.functions)) return &one;
  return nullptr;
}

/// A failed test that names none of the student's functions failed in a stand-in, because its code does
/// nothing yet.
const StandIn* culprit_of_test(const TestResult& test, const BuiltSubmission& built) {
  if (const StandIn* one = culprit(test.reason, test.place, built)) return one;
  return test.place || mentions_any(test.reason, built.functions) ? nullptr : &built.stand_ins.front();
}

}  // namespace

void blame_stand_ins(CheckerResults& seen, const BuiltSubmission& built) {
  if (built.stand_ins.empty()) return;
  for (TestResult& test : seen.tests) {
    if (test.outcome == Outcome::passed || test.outcome == Outcome::not_run) continue;
    const StandIn* one = culprit_of_test(test, built);
    if (!one) continue;
    test.outcome = one->outcome;
    test.reason = reason_of(*one);
    test.place = one->place;
    test.fixes = one->fixes;
    test.cause = Cause{Cause::Kind::not_built, test.reason};
  }
  for (Measurement& measured : seen.measurements) {
    const StandIn* one = culprit(measured.detail, measured.place, built);
    if (!one) continue;
    measured.detail = reason_of(*one);
    measured.place = one->place;
    measured.cause = Cause{Cause::Kind::not_built, measured.detail};
  }
}

void add_stand_ins(const std::vector<StandIn>& stand_ins, std::vector<IgnoredFile>& files) {
  for (const StandIn& one : stand_ins)
    if (one.outcome != Outcome::missing)
      files.push_back(
          {one.file, one.reason + ". The starter's version was tested in its place, and its items are lost"});
}

}  // namespace gridmark::pipeline
