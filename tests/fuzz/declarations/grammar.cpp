#include "tests/fuzz/declarations/grammar.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gridmark::declarations {
namespace {

constexpr std::array<const char*, 4> libraries{"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1"};

bool is_cpp(const std::string& name) { return name.starts_with("_Z"); }

void make_unique(std::vector<std::string>& names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::erase_if(names, [](const std::string& name) { return name.size() >= place().size(); });
}

Candidate reading_candidate(const std::string& function, const Reading& reading, bool by_string) {
  return {0, reader_form(reading.position, reading.result, reading.bytes, by_string), function,
          reading.offset, true};
}

}  // namespace

Grammar::Grammar(const system::ProgramPaths& paths, std::uint64_t seed)
    : random_(seed), weakrefs_(weakref_forms()), strings_(string_forms()), definitions_(definition_forms()) {
  const std::filesystem::path lib = paths.toolkit() / "lib";
  for (const char* archive : {"libgridmark_emulation_counted.a", "libgridmark_worker.a",
                              "libgridmark_libraries.a", "libgridmark_tensor_counted.a"})
    for (const Symbol& symbol : symbols_of_archive(lib / archive)) {
      (symbol.variable ? variables_ : functions_).push_back(symbol.name);
      if (symbol.writable) written_.push_back(symbol.name);
      if (std::string(archive).find("tensor") != std::string::npos) kit_.push_back(symbol.name);
    }
  for (const char* library : libraries)
    for (std::string& name : functions_of_library(std::filesystem::path("/lib/x86_64-linux-gnu") / library))
      library_.push_back(std::move(name));
  for (auto* names : {&functions_, &variables_, &written_, &kit_, &library_}) make_unique(*names);
}

Candidate Grammar::next() {
  for (;;) {
    const bool exact = !exact_.empty();
    Candidate candidate = exact ? exact_.front() : draw();
    if (exact) exact_.pop_front();
    if (!given_.insert(std::hash<std::string>{}(candidate.form.text + candidate.target) + candidate.offset)
             .second)
      continue;
    candidate.number = ++count_;
    return candidate;
  }
}

void Grammar::look_into(const std::string& function) {
  if (!looked_into_.insert(function).second) return;
  for (const Reading& reading : readings_of(function))
    for (const bool by_string : {false, true})
      if (by_string || !is_cpp(function)) exact_.push_back(reading_candidate(function, reading, by_string));
}

const std::vector<std::string>& Grammar::targets_of(const Form& form) {
  if (form.use == Use::write) return written_;
  return form.use == Use::none && below(2) == 0 ? variables_ : functions_;
}

Candidate Grammar::string_candidate() {
  const std::vector<Form>& forms = below(2) == 0 ? weakrefs_ : strings_;
  const Form& form = forms[below(forms.size())];
  const auto& names = targets_of(form);
  return {0, form, names[below(names.size())]};
}

Candidate Grammar::reader_candidate() {
  const std::string& function = library_[below(library_.size())];
  const Reading guess{static_cast<int>(below(3)), below(2) == 0 ? "rax" : "0", 8, 8 * below(32)};
  Candidate candidate = reading_candidate(function, guess, is_cpp(function) || below(2) == 0);
  candidate.exact = false;
  return candidate;
}

Candidate Grammar::draw() {
  switch (below(4)) {
    case 0:
      return reader_candidate();
    case 1: {
      const auto& names = below(2) == 0 ? kit_ : below(4) == 0 ? variables_ : functions_;
      return {0, definitions_[below(definitions_.size())], names[below(names.size())]};
    }
    default:
      return string_candidate();
  }
}

}  // namespace gridmark::declarations
