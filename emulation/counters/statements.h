#pragma once
// Positions of the statements in the program's device functions, as gridmark-cc noted them
// (emulation/rewrite/statement_table.h).
#include <string>
#include <string_view>
#include <vector>

#include "emulation/engine/source_place.h"

namespace gridmark::counters {

constexpr int no_statement = -1;

struct Statement {
  char kind = 's';  ///< c compound, i if, l loop, w switch, j jump, s other
  int line = 0, column = 0, last_line = 0, last_column = 0;
  int parent = no_statement;
  std::vector<int> children = {};

  bool holds(int at_line, int at_column) const {
    if (at_line < line || (at_line == line && at_column < column)) return false;
    return at_line < last_line || (at_line == last_line && at_column <= last_column);
  }
};

class Statements {
 public:
  explicit Statements(std::string_view table);
  /// Of the running program.
  static const Statements& of_program();

  const Statement& operator[](int statement) const { return all_[static_cast<std::size_t>(statement)]; }
  /// The innermost statement at a position. no_statement outside of all functions.
  int innermost(const emulation::SourcePosition& position) const;
  /// The function body around a statement.
  int body_of(int statement) const;
  /// The child of `ancestor` that contains `statement`, or is it. no_statement if there is none.
  int child_around(int ancestor, int statement) const;
  /// The nearest loop around `statement`. no_statement if there is none.
  int loop_around(int statement) const;
  bool has_jump(int statement) const;

 private:
  struct Function {
    std::string file;
    int body;
  };
  void read_line(std::string_view line);

  std::vector<Statement> all_;
  std::vector<Function> functions_;
  std::vector<int> open_;  ///< while reading: by depth
  std::string file_;
};

}  // namespace gridmark::counters
