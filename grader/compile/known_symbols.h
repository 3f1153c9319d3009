#pragma once
#include <string_view>

namespace gridmark::compile {

/// Whether `name` is a function or variable of the C library that any program may use: memory, strings,
/// printing, mathematics, time, threads, signals' handlers.
bool is_harmless_c(std::string_view name);

/// Whether `name` belongs to the C library, harmless or not.
bool is_of_c_library(std::string_view name);

/// Whether `name` is one that a compiler asks for by itself: exceptions, static objects, arithmetic that the
/// machine lacks.
bool is_compilers(std::string_view name);

/// Whether `name` belongs to the compiler's run-time, asked for by compilers or not.
bool is_of_run_time(std::string_view name);

/// Whether `name` is of the C++ library.
bool is_of_cpp_library(std::string_view name);

/// The same, without its files and folders.
bool is_harmless_cpp(std::string_view name);

/// Whether `name` belongs to the files and folders of the C++ library.
bool is_cpp_file(std::string_view name);

}  // namespace gridmark::compile
