#pragma once
// Marks divide a solution's file into text that students receive unchanged and blocks that they write.
//
//   // BEGIN SOLUTION matmul_tiled           a block's name is [a-z0-9_]+ and unique in the lab
//   //: // TODO: load a tile of A ...         the starter's text, without "//:" and one space
//   __global__ void tiled_kernel(...) {...}  the solution's code
//   // END SOLUTION matmul_tiled
//
// A mark is alone on its line. Spaces before it are allowed. Blocks do not nest. In Markdown (.md) the same
// marks are comments:
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
  std::string block;    ///< the block's name, empty for text outside blocks
  int line = 1;         ///< line of the BEGIN mark, or of the first line of the text
  std::string starter;  ///< the students' text
  std::string solved;   ///< the solution's text without the marks
};

/// The pieces of `text`, in order.
///
/// file    name for messages, "benchmark.cu"
/// errors  unbalanced, nested, misspelled or unnamed marks, and starter lines outside a block: "file:line:
///         ..."
Result<std::vector<Piece>> read_marks(std::string_view file, std::string_view text);

}  // namespace gridmark::starter
