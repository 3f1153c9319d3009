#pragma once
// Names of the standard library and of CUDA that only one side may use.
#include <string>
#include <string_view>

namespace gridmark::rewrite {

enum class StandardName {
  unknown,
  host,      ///< nvcc refuses it in device code
  constant,  ///< a constexpr function, which needs --expt-relaxed-constexpr there
};

/// The rule for `std::NAME`.
StandardName standard_name(std::string_view name);

/// A class template or class of std:: whose members are host functions: vector, string.
bool is_host_class(std::string_view name);

/// A function or object of the C library that has no device version: rand, fprintf, stderr.
bool is_host_name_of_c(std::string_view name);

/// A function of CUDA that only device code may call: __syncthreads, atomicAdd.
bool is_device_function_of_cuda(std::string_view name);

/// A function that CUDA gives to device code. A program's function of the same name is thus an overload.
bool has_device_version(std::string_view name);

/// Advice on how to replace a call that device code cannot make.
std::string way_without(std::string_view name);

}  // namespace gridmark::rewrite
