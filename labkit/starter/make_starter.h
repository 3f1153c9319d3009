#pragma once
// The outputs from a marked solution: the starter that students edit, and the solution without marks.
#include "labkit/starter/error.h"
#include "labkit/starter/tree.h"

namespace gridmark::starter {

/// `solution` with every block's body replaced by its starter lines. Files without marks stay unchanged.
/// Files under results/ are left out, because students make their own.
///
/// errors  those of read_marks, a block name in two files, or no mark in any file
Result<Tree> make_starter(const Tree& solution);

/// `solution` without marks and starter lines, as a student would submit it.
///
/// errors  those of make_starter
Result<Tree> without_marks(const Tree& solution);

}  // namespace gridmark::starter
