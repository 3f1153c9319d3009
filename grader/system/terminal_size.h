#pragma once
#include <cstdio>

namespace gridmark::system {

bool is_terminal(std::FILE* stream);

/// Columns of the terminal behind `stream`; 80 where it does not say.
std::size_t terminal_columns(std::FILE* stream);

/// Lines of it; 24 where it does not say.
std::size_t terminal_rows(std::FILE* stream);

}  // namespace gridmark::system
