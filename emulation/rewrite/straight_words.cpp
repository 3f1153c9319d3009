#include "emulation/rewrite/straight_words.h"

#include <set>

namespace gridmark::rewrite {
namespace {

using Words = std::set<std::string_view>;

/// char, ..., double, with a number behind them.
bool is_vector_type(std::string_view word) {
  static const Words elements{"char", "uchar", "short",    "ushort",    "int",   "uint",
                              "long", "ulong", "longlong", "ulonglong", "float", "double"};
  if (word.empty() || word.back() < '1' || word.back() > '4') return false;
  word.remove_suffix(1);
  return elements.count(word) != 0;
}

/// sinf, sin and __sinf
bool is_one_in_all_spellings(std::string_view word, const Words& names) {
  if (names.count(word)) return true;
  if (!word.ends_with('f')) return false;
  word.remove_suffix(1);
  if (names.count(word)) return true;
  return word.starts_with("__") && names.count(word.substr(2));
}

}  // namespace

bool is_built_in_type(std::string_view word) {
  static const Words types{
      "bool",    "char",     "short",    "int",          "long",       "unsigned",  "signed",   "float",
      "double",  "auto",     "const",    "size_t",       "int8_t",     "int16_t",   "int32_t",  "int64_t",
      "uint8_t", "uint16_t", "uint32_t", "uint64_t",     "uchar",      "ushort",    "uint",     "ulong",
      "dim3",    "void",     "restrict", "__restrict__", "__restrict", "ptrdiff_t", "constexpr"};
  return types.count(word) != 0 || is_vector_type(word);
}

bool is_straight_keyword(std::string_view word) {
  static const Words words{"if",     "else",        "switch",           "case",       "default", "break",
                           "sizeof", "static_cast", "reinterpret_cast", "const_cast", "true",    "false",
                           "nullptr"};
  return words.count(word) != 0;
}

bool is_refused_word(std::string_view word) {
  static const Words words{
      "for",     "while",    "do",       "goto",         "continue", "asm",      "volatile",     "static",
      "extern",  "register", "new",      "delete",       "try",      "catch",    "throw",        "operator",
      "class",   "struct",   "union",    "enum",         "typename", "template", "using",        "namespace",
      "typedef", "this",     "decltype", "thread_local", "co_await", "co_yield", "co_return",    "typeid",
      "concept", "requires", "mutable",  "alignas",      "alignof",  "noexcept", "dynamic_cast", "inline"};
  return words.count(word) != 0;
}

bool is_arithmetic_function(std::string_view word) {
  static const Words numbers{
      "abs",  "fabs",  "min",      "max",     "fmin",   "fmax",      "sqrt",    "rsqrt", "cbrt",
      "exp",  "exp2",  "exp10",    "expm1",   "log",    "log2",      "log10",   "log1p", "pow",
      "sin",  "cos",   "tan",      "asin",    "acos",   "atan",      "atan2",   "sinh",  "cosh",
      "tanh", "floor", "ceil",     "round",   "trunc",  "rint",      "fma",     "fmod",  "erf",
      "erfc", "hypot", "copysign", "fdivide", "lround", "nearbyint", "saturate"};
  static const Words others{
      "__ldg",       "__mul24",     "__umul24",    "__popc",         "__clz",          "__ffs",
      "__brev",      "__mulhi",     "__umulhi",    "__fmaf_rn",      "__fadd_rn",      "__fmul_rn",
      "__fdiv_rn",   "__fsqrt_rn",  "__frcp_rn",   "__float2int_rn", "__int2float_rn", "__float2int_rz",
      "make_float2", "make_float3", "make_float4", "make_int2",      "make_int3",      "make_int4",
      "make_uint2",  "make_uint3",  "make_uint4",  "make_uchar3",    "make_uchar4",    "make_double2",
      "umin",        "umax",        "isnan",       "isinf"};
  return others.count(word) != 0 || is_one_in_all_spellings(word, numbers);
}

}  // namespace gridmark::rewrite
