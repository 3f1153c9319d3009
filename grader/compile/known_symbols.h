#pragma once
#include <string_view>

namespace gridmark::compile {

/// Whether `name` is a function or variable of the C library that any program may use: memory, strings,
/// printing, mathematics, time, threads, signal handlers.
bool is_harmless_c(std::string_view name);

/// Whether `name` belongs to the C library, harmless or not.
bool is_of_c_library(std::string_view name);

/// Whether a compiler generates uses of `name`: exceptions, static objects, arithmetic that the machine
/// lacks.
bool is_compilers(std::string_view name);

/// Whether `name` belongs to the compiler's run-time, including the names that compilers do not use.
bool is_of_run_time(std::string_view name);

/// Whether `name` belongs to the C++ library.
bool is_of_cpp_library(std::string_view name);

/// Whether `name` belongs to the C++ library, without its files and folders.
bool is_harmless_cpp(std::string_view name);

/// Whether `name` belongs to the files and folders of the C++ library.
bool is_cpp_file(std::string_view name);

}  // namespace gridmark::compile
