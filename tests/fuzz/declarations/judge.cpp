#include "tests/fuzz/declarations/judge.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <set>
#include <stdexcept>
#include <utility>

#include "grader/compile/object_file.h"
#include "grader/compile/submission_rules.h"
#include "grader/system/files.h"
#include "grader/system/process.h"
#include "tests/fuzz/declarations/replaced.h"

namespace gridmark::declarations {
namespace {

namespace fs = std::filesystem;

constexpr const char* source = "candidate.cu";

std::string demangled(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> plain(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? plain.get() : name + "()";
}

std::string hexed(const std::string& name) {
  std::string text;
  for (const unsigned char c : name) text += fmt::format("\\x{:02x}\" \"", c);
  return text;
}

std::string numbered(const Candidate& candidate) { return fmt::format("OWN{:07}", candidate.number); }

std::multiset<std::string> symbols_in(const std::string& object) {
  std::multiset<std::string> symbols;
  for (const compile::ObjectSymbol& symbol : compile::read_object_file(object).symbols)
    symbols.insert(fmt::format("{} {} {}", symbol.name, static_cast<int>(symbol.binding), symbol.defined));
  return symbols;
}

void write(const fs::path& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

}  // namespace

std::string text_of(const Candidate& candidate) {
  const std::string& name = candidate.target;
  const std::size_t half = name.size() / 2;
  std::string text = replaced(candidate.form.text, spelled, demangled(name));
  text = replaced(std::move(text), "HALVES", name.substr(0, half) + "\" \"" + name.substr(half));
  text = replaced(std::move(text), "HEXED", hexed(name));
  text = replaced(std::move(text), std::to_string(offset_place), std::to_string(candidate.offset));
  return replaced(replaced(std::move(text), own, numbered(candidate)), "PLACE", name);
}

std::string object_of(const Candidate& candidate, std::string bytes) {
  const std::size_t size = place().size();
  for (std::size_t at = 0; (at = bytes.find(place(), at)) != bytes.npos; ++at) {
    const std::size_t end = bytes.find('\0', at);
    std::string rest = candidate.target + bytes.substr(at + size, end - at - size);
    rest.resize(end - at, '\0');
    bytes.replace(at, end - at, rest);
  }
  std::string number(sizeof offset_place, '\0'), offset = number;
  std::memcpy(number.data(), &offset_place, sizeof offset_place);
  std::memcpy(offset.data(), &candidate.offset, sizeof candidate.offset);
  return replaced(replaced(std::move(bytes), own, numbered(candidate)), number, offset);
}

Judge::Judge(const Permissions& permissions, compile::WorkerNames worker, fs::path folder,
             const system::StopFlag& stop)
    : permissions_(permissions), worker_(std::move(worker)), folder_(std::move(folder)), stop_(stop) {
  fs::create_directories(folder_ / "staged");
}

fs::path Judge::object(const Candidate& candidate) const {
  return folder_ / fmt::format("candidate{}.o", candidate.number);
}

std::optional<std::string> Judge::compile(const std::string& text) {
  const fs::path file = folder_ / "form.cpp", made = folder_ / "form.o";
  write(file, replaced(text, "PLACE", place()));
  fs::remove(made);
  system::ProcessRequest request;
  request.arguments = {"/usr/bin/env", "g++", "-std=c++20", "-O1", "-w", "-c", file, "-o", made};
  const auto ran = system::run_process(request, stop_);
  if (!ran || ran->exit_code != 0) return std::nullopt;
  return system::read_file(made, std::int64_t{1} << 20).value();
}

fs::path Judge::compiled_file(const std::string& name, const std::string& text) {
  const auto bytes = compile(text);
  if (!bytes) throw std::runtime_error("does not compile:\n" + text);
  write(folder_ / (name + ".o"), *bytes);
  return folder_ / (name + ".o");
}

std::size_t Judge::object_hash(Candidate candidate) {
  candidate.number = 0;
  return std::hash<std::string>{}(object_of(candidate, compiled(candidate.form).value()));
}

bool Judge::is_as_compiled(const Candidate& candidate) {
  const std::optional<std::string>& placeholders = compiled(candidate.form);
  const std::optional<std::string> own_object = compile(text_of(candidate));
  if (!placeholders || !own_object) return placeholders.has_value() == own_object.has_value();
  return symbols_in(object_of(candidate, *placeholders)) == symbols_in(*own_object);
}

const std::optional<std::string>& Judge::compiled(const Form& form) {
  const std::string& text = form.compiled.empty() ? form.text : form.compiled;
  const auto known = forms_.find(text);
  return known != forms_.end() ? known->second : forms_.emplace(text, compile(text)).first->second;
}

Judge::Says Judge::judge(const Candidate& candidate) {
  const std::optional<std::string>& bytes = compiled(candidate.form);
  if (!bytes) return Says::compiler_refuses;
  const std::string text = text_of(candidate);
  write(folder_ / "staged" / source, text);
  write(folder_ / "candidate.ii", fmt::format("# 1 \"{}\"\n{}", source, text));
  write(object(candidate), object_of(candidate, *bytes));
  const Submission submission{"", folder_ / "staged", {source}, {}, {}, "", {}, "", {}};
  const auto broken =
      compile::broken_rule(submission, {{source, object(candidate), folder_ / "candidate.ii"}},
                           {Device::emulated, Flavour::fast}, worker_, permissions_);
  if (!broken) return Says::nothing;
  message_ = broken->message;
  fs::remove(object(candidate));
  return Says::rules_refuse;
}

}  // namespace gridmark::declarations
