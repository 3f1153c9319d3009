#include "grader/load/value_rules.h"

namespace gridmark::load {

void check_rules(const Node& node, const WrongElements& seen) {
  if (seen.grid_rows() > most_wrong_cells || seen.grid_columns() > most_wrong_cells)
    return node["cell_rows"].expected("at most 32 cells along each side");
  const auto cells = static_cast<std::size_t>(seen.grid_rows() * seen.grid_columns());
  if (seen.wrong.size() != cells) return node["wrong"].expected("a number for each cell");
  if (seen.unwritten.size() != cells) return node["unwritten"].expected("a number for each cell");
  for (std::size_t i = 0; i < cells; ++i)
    if (seen.unwritten[i] > seen.wrong[i] || seen.wrong[i] > seen.cell_rows * seen.cell_columns)
      return node["wrong"].elements()[i].expected(
          "no more wrong elements than the cell has, and no fewer than are unwritten");
}

}  // namespace gridmark::load
