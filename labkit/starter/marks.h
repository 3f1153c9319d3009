#pragma once
// Marks divide a solution's file into text that students get as it is and blocks that they write themselves.
//
//   // BEGIN SOLUTION matmul_tiled           a block's name is [a-z0-9_]+ and unique in the lab
//   //: // TODO: load a tile of A ...         what the starter has here, without "//:" and one space
//   __global__ void tiled_kernel(...) {...}  what the solution has here
//   // END SOLUTION matmul_tiled
//
// A mark stands alone on its line; spaces before it are allowed. Blocks do not nest. In Markdown (.md) the
// same marks are comments:
//
//   <!-- BEGIN SOLUTION report_analysis -->
//   <!--: TODO: say which kernel is limited by what -->
//   The tiled kernel ...
//   <!-- END SOLUTION report_analysis -->
#include <string>
#include <string_view>
#include <vector>

#include "labkit/starter/error.h"

namespace gridmark::starter {

/// A run of lines, each with its newline.
struct Piece {
  std::string block;    ///< the block's name; empty for text outside blocks
  int line = 1;         ///< of the BEGIN mark, or of the first line of the text
  std::string starter;  ///< what students get here
  std::string solved;   ///< what the solution has here, without the marks
};

/// The pieces of `text`, in order.
///
/// file    named in messages, "benchmark.cu"
/// errors  unbalanced, nested, misspelled or unnamed marks and starter lines outside a block: "file:line:
/// ..."
Result<std::vector<Piece>> read_marks(std::string_view file, std::string_view text);

}  // namespace gridmark::starter
