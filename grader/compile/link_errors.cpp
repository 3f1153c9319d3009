#include "grader/compile/link_errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "base/nearest.h"
#include "grader/compile/function_text.h"

namespace gridmark::compile {
namespace {

constexpr std::size_t most_explained = 20;
constexpr std::string_view undefined = "undefined reference to `", doubled = "multiple definition of `";

/// A function and its file.
struct Found {
  std::string file;
  FunctionText function;
  std::string place() const { return fmt::format("{}:{}", file, function.line); }
};
using AllFound = std::vector<Found>;

AllFound functions_of(const std::map<std::string, std::string>& files) {
  AllFound all;
  for (const auto& [file, text] : files)
    for (FunctionText& function : functions_in(text)) all.push_back({file, std::move(function)});
  return all;
}

/// The text after `before` up to the closing quote of each line.
std::vector<std::string> quoted(std::string_view messages, std::string_view before) {
  std::vector<std::string> all;
  std::istringstream lines{std::string(messages)};
  for (std::string line; std::getline(lines, line) && all.size() < most_explained;) {
    const std::size_t begin = line.find(before);
    const std::size_t end = begin == line.npos ? line.npos : line.find('\'', begin + before.size());
    if (end == line.npos) continue;
    std::string name = line.substr(begin + before.size(), end - begin - before.size());
    if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(std::move(name));
  }
  return all;
}

/// "Net::forward" from "Net::forward(Tensor const&)".
std::string name_of_function(const std::string& demangled) {
  return demangled.substr(0, std::min(demangled.find('('), demangled.find('<')));
}

std::vector<Found> named(const AllFound& all, const std::string& name) {
  std::vector<Found> same;
  const std::string own = name.substr(name.rfind(':') == name.npos ? 0 : name.rfind(':') + 1);
  for (const Found& one : all)
    if (one.function.scope + one.function.name == name || one.function.name == name ||
        one.function.name == own)
      same.push_back(one);
  return same;
}

std::optional<Found> first_defined(const std::vector<Found>& all) {
  for (const Found& one : all)
    if (one.function.defined) return one;
  return std::nullopt;
}

/// One fault, in the form of a compiler's message.
struct Complaint {
  std::string place, what;
  std::string expected, found;
  std::string declared_at = {};
  std::optional<Fix> fix = {};

  std::string text() const {
    std::string all = fmt::format("{}{}error: {}\n", place, place.empty() ? "" : ": ", what);
    if (!expected.empty()) all += fmt::format("  expected  {}{}\n", expected, declared_at);
    if (!found.empty()) all += fmt::format("  found     {}\n", found);
    return all;
  }
};

std::string how_parameters_differ(const std::string& expected, const std::string& found) {
  const auto wanted = parameters_of(expected), given = parameters_of(found);
  if (wanted.size() != given.size())
    return fmt::format("it has {} parameter{}, expected {}", given.size(), given.size() == 1 ? "" : "s",
                       wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (type_of_parameter(wanted[i]) != type_of_parameter(given[i]))
      return fmt::format("parameter {} is {}, expected {}", i + 1, type_of_parameter(given[i]),
                         type_of_parameter(wanted[i]));
  return "its parameters are others than expected";
}

/// Replaces the only `old` on that line with `text`. Empty if it is missing or there twice.
std::optional<Fix> replaced(const LinkedTexts& texts, const Found& at, const std::string& old,
                            const std::string& text) {
  const auto file = texts.submission.find(at.file);
  if (file == texts.submission.end() || old.empty()) return std::nullopt;
  std::istringstream lines(file->second);
  std::string line;
  for (int i = 0; i < at.function.line; ++i)
    if (!std::getline(lines, line)) return std::nullopt;
  const std::size_t place = line.find(old);
  if (place == line.npos || line.find(old, place + 1) != line.npos) return std::nullopt;
  return Fix{{at.file, at.function.line}, std::string(line).replace(place, old.size(), text), line};
}

/// Corrects the type of the parameter if only one differs.
std::optional<Fix> parameter_repaired(const LinkedTexts& texts, const Found& there,
                                      const std::string& expected) {
  const auto wanted = parameters_of(expected), given = parameters_of(there.function.signature);
  std::optional<std::size_t> other;
  for (std::size_t i = 0; i < wanted.size() && wanted.size() == given.size(); ++i) {
    if (type_of_parameter(wanted[i]) == type_of_parameter(given[i])) continue;
    if (other) return std::nullopt;
    other = i;
  }
  if (!other) return std::nullopt;
  const std::string& old = given[*other];
  const std::size_t type_end = old.find_last_of(" *&");
  if (type_end == old.npos || type_of_parameter(old).size() > type_end + 1)
    return std::nullopt;  // it has no name
  const std::string before = *other == 0 ? "(" : " ", behind = *other + 1 == given.size() ? ")" : ",";
  return replaced(texts, there, before + old + behind,
                  before + type_of_parameter(wanted[*other]) + " " + old.substr(type_end + 1) + behind);
}

class Explainer {
 public:
  explicit Explainer(const LinkedTexts& texts)
      : texts_(texts),
        submission_(functions_of(texts.submission)),
        starter_(functions_of(texts.starter)),
        headers_(functions_of(texts.headers)) {}

  std::optional<Complaint> missing(const std::string& demangled) const {
    const std::string name = name_of_function(demangled);
    const auto declared = named(headers_, name);
    const auto belongs = first_defined(named(starter_, name));
    if (declared.empty() && !belongs) return own_missing(name);
    Complaint complaint;
    const bool is_clear = declared.size() == 1;
    complaint.expected = is_clear  ? declared.front().function.signature
                         : belongs ? belongs->function.signature
                                   : demangled;
    if (is_clear) complaint.declared_at = "  (" + declared.front().place() + ")";
    if (const auto there = first_defined(named(submission_, name)))
      return other_than_expected(name, *there, std::move(complaint));
    return not_there(name, belongs, std::move(complaint));
  }

  std::optional<Complaint> twice(const std::string& demangled) const {
    const std::string name = name_of_function(demangled);
    std::vector<Found> all;
    for (const Found& one : named(submission_, name))
      if (one.function.defined) all.push_back(one);
    if (all.size() < 2) return std::nullopt;
    return Complaint{
        all[1].place(),
        fmt::format("{} is defined a second time, after {}: remove one, or rename or make static a helper",
                    name, all[0].place()),
        "", ""};
  }

 private:
  /// A helper that the submission declares and calls.
  std::optional<Complaint> own_missing(const std::string& name) const {
    const auto declared = named(submission_, name);
    if (declared.empty()) return std::nullopt;
    return Complaint{declared.front().place(),
                     fmt::format("{} is declared, and no file of the submission defines it: write its body, "
                                 "or remove the calls",
                                 name),
                     "", declared.front().function.signature + ";"};
  }

  Complaint other_than_expected(const std::string& name, const Found& there, Complaint complaint) const {
    const FunctionText& function = there.function;
    complaint.place = there.place();
    complaint.found = function.signature;
    const bool is_local = function.signature.starts_with("static ") || function.scope.starts_with('(');
    if (is_local)
      complaint.what =
          fmt::format("the lab calls {}, which is {} here and so is visible in this file only: {}", name,
                      function.scope.empty() ? "static" : "in an unnamed namespace",
                      function.scope.empty() ? "remove static" : "move it out of the namespace");
    else if (!function.scope.empty())
      complaint.what = fmt::format("the lab calls {}, which is in the namespace {} here: move it out", name,
                                   function.scope.substr(0, function.scope.size() - 2));
    else {
      complaint.what = fmt::format("the lab calls {} with other parameters: {}", name,
                                   how_parameters_differ(complaint.expected, function.signature));
      complaint.fix = parameter_repaired(texts_, there, complaint.expected);
    }
    return complaint;
  }

  /// The function with the closest name among those that the starter does not have.
  std::optional<Found> nearest_function(const std::string& name) const {
    std::vector<std::string> names;
    for (const Found& one : submission_)
      if (one.function.defined && named(starter_, one.function.name).empty())
        names.push_back(one.function.name);
    const auto near = nearest(name, names);
    return near ? first_defined(named(submission_, *near)) : std::nullopt;
  }

  Complaint not_there(const std::string& name, const std::optional<Found>& belongs,
                      Complaint complaint) const {
    if (const auto near = nearest_function(name)) {
      complaint.place = near->place();
      complaint.found = near->function.signature;
      complaint.what = fmt::format(
          "the lab calls {}, and no file of the submission defines it. The nearest "
          "name is {}: if that is the one, call it {}",
          name, near->function.name, name);
      complaint.fix = replaced(texts_, *near, near->function.name + "(", name + "(");
      return complaint;
    }
    complaint.place = belongs ? belongs->file : "";
    complaint.what = fmt::format("the lab calls {}, and no file of the submission defines it: write it{}",
                                 name, belongs ? ", or take it from the starter's " + belongs->file : "");
    return complaint;
  }

  const LinkedTexts& texts_;
  AllFound submission_, starter_, headers_;
};

}  // namespace

std::vector<std::string> missing_functions(std::string_view messages) {
  std::vector<std::string> names;
  for (const std::string& demangled : quoted(messages, undefined))
    names.push_back(name_of_function(demangled));
  return names;
}

CompilerWords explain_link(std::string_view messages, const LinkedTexts& texts) {
  const Explainer explainer(texts);
  CompilerWords explained;
  bool all = true;
  const auto add = [&](const std::optional<Complaint>& complaint) {
    if (complaint && explained.messages.empty() && complaint->fix) explained.fixes = {*complaint->fix};
    if (complaint) explained.messages += complaint->text();
    all = all && complaint;
  };
  const auto lacking = quoted(messages, undefined), repeated = quoted(messages, doubled);
  for (const std::string& name : lacking) add(explainer.missing(name));
  for (const std::string& name : repeated) add(explainer.twice(name));
  const bool complete =
      all && !explained.messages.empty() && lacking.size() + repeated.size() < most_explained;
  if (!complete) explained.messages += messages;
  return explained;
}

}  // namespace gridmark::compile
