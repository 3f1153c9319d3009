#pragma once
#include <cstdio>

namespace gridmark::system {

bool is_terminal(std::FILE* stream);

/// Columns of the terminal behind `stream`, or 80 if unknown.
std::size_t terminal_columns(std::FILE* stream);

/// Rows of the terminal behind `stream`, or 24 if unknown.
std::size_t terminal_rows(std::FILE* stream);

}  // namespace gridmark::system
