#include "emulation/counters/statements.h"

#include <algorithm>
#include <cstdio>

/// Lines of text.
extern "C" {
extern const char __start_gridmark_statements[] __attribute__((weak, visibility("hidden")));
extern const char __stop_gridmark_statements[] __attribute__((weak, visibility("hidden")));
}

namespace gridmark::counters {
namespace {

std::string_view without_dots(std::string_view file) {
  while (file.starts_with("./")) file.remove_prefix(2);
  return file;
}

/// Compares paths, because debug information may lack the folder that the compiler was given, or the reverse.
bool same_file(std::string_view a, std::string_view b) {
  a = without_dots(a), b = without_dots(b);
  if (a.size() < b.size()) std::swap(a, b);
  return !b.empty() && a.ends_with(b) && (a.size() == b.size() || a[a.size() - b.size() - 1] == '/');
}

}  // namespace

Statements::Statements(std::string_view table) {
  while (!table.empty()) {
    const std::size_t end = std::min(table.find('\n'), table.size());
    read_line(table.substr(0, end));
    table.remove_prefix(std::min(end + 1, table.size()));
  }
}

const Statements& Statements::of_program() {
  static const Statements* const statements =
      new Statements({__start_gridmark_statements,
                      static_cast<std::size_t>(__stop_gridmark_statements - __start_gridmark_statements)});
  return *statements;
}

void Statements::read_line(std::string_view line) {
  if (line.starts_with("F ")) {
    file_ = line.substr(2);
    return;
  }
  Statement found;
  int depth = 0;
  const std::string text(line);
  if (std::sscanf(text.c_str(), "%d %c %d %d %d %d", &depth, &found.kind, &found.line, &found.column,
                  &found.last_line, &found.last_column) != 6 ||
      depth < 0 || static_cast<std::size_t>(depth) > open_.size())
    return;
  const int number = static_cast<int>(all_.size());
  open_.resize(static_cast<std::size_t>(depth));
  if (depth == 0) functions_.push_back({file_, number});
  if (depth > 0) {
    found.parent = open_.back();
    all_[static_cast<std::size_t>(found.parent)].children.push_back(number);
  }
  open_.push_back(number);
  all_.push_back(found);
}

int Statements::innermost(const emulation::SourcePosition& position) const {
  const int line = position.place.line, column = position.column;
  if (line == 0 || column == 0) return no_statement;
  for (const Function& function : functions_) {
    if (!(*this)[function.body].holds(line, column) || !same_file(function.file, position.place.file))
      continue;
    int found = function.body;
    for (bool deeper = true; deeper;) {
      deeper = false;
      for (const int child : (*this)[found].children)
        if ((*this)[child].holds(line, column)) found = child, deeper = true;
    }
    return found;
  }
  return no_statement;
}

int Statements::body_of(int statement) const {
  while (statement != no_statement && (*this)[statement].parent != no_statement)
    statement = (*this)[statement].parent;
  return statement;
}

int Statements::child_around(int ancestor, int statement) const {
  while (statement != no_statement && (*this)[statement].parent != ancestor)
    statement = (*this)[statement].parent;
  return statement;
}

int Statements::loop_around(int statement) const {
  do statement = (*this)[statement].parent;
  while (statement != no_statement && (*this)[statement].kind != 'l');
  return statement;
}

bool Statements::has_jump(int statement) const {
  if ((*this)[statement].kind == 'j') return true;
  for (const int child : (*this)[statement].children)
    if (has_jump(child)) return true;
  return false;
}

}  // namespace gridmark::counters
