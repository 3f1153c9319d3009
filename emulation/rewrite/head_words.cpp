#include "emulation/rewrite/head_words.h"

#include <algorithm>
#include <array>

namespace gridmark::rewrite {
namespace {

constexpr std::array<std::string_view, 18> numbers = {
    "int",    "float",  "double",  "char",    "long",     "short",   "unsigned", "signed",  "bool",
    "size_t", "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t"};

constexpr std::array<std::string_view, 12> other_type_words = {"const", "volatile", "auto",   "struct",
                                                               "class", "enum",     "union",  "typename",
                                                               "void",  "dim3",     "float4", "float2"};

constexpr std::array<std::string_view, 30> run_time_functions = {
    "rand", "srand", "time", "clock", "atoi", "atof",  "atol", "strtol", "strtod", "getenv",
    "sqrt", "sqrtf", "pow",  "powf",  "exp",  "expf",  "log",  "logf",   "sin",    "sinf",
    "cos",  "cosf",  "tan",  "tanf",  "acos", "acosf", "asin", "atan",   "atanf",  "atan2"};

template <std::size_t n>
bool has_word(const std::array<std::string_view, n>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// True for a word of capital letters only, as macros are written.
bool looks_like_a_macro(std::string_view word) {
  return word.size() > 1 &&
         std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

bool is_storage_word(std::string_view word) {
  constexpr std::array<std::string_view, 6> words = {"static", "inline",    "extern",
                                                     "const",  "constexpr", "volatile"};
  return has_word(words, word);
}

void take_word_of_head(std::string_view word, HeadWords& words) {
  words.host |= word == "__host__";
  words.device |=
      word == "__device__" || word == "__constant__" || word == "__managed__" || word == "__shared__";
  words.kernel |= word == "__global__";
  words.is_constexpr |= word == "constexpr" || word == "consteval" || word == "constinit";
  words.is_const |= word == "const";
  words.is_static |= word == "static";
  words.is_local |= word == "static" || word == "inline" || word == "__forceinline__" || word == "__inline__";
  words.is_arithmetic |= has_word(numbers, word);
}

}  // namespace

RunsOn HeadWords::where() const {
  if (unknown) return RunsOn::unknown;
  if (kernel) return RunsOn::kernel;
  if (device) return host ? RunsOn::both : RunsOn::device;
  return RunsOn::host;
}

HeadWords read_head_words(const CodeTokens& code, const ProgramMacros& macros, std::size_t begin,
                          std::size_t end) {
  HeadWords words;
  for (std::size_t at = begin; at < end; ++at) {
    if (code.opens(at)) at = std::min(code.partner(at), end);
    if (code.is(at, "<")) at = std::max(code.behind_angles(at), at + 1) - 1;
    if (code.is(at, "*") || code.is(at, "&")) words.is_pointer = true;
    if (!code.is_identifier(at)) continue;
    const std::string_view word = code.text(at);
    if (macros.contains(word))
      for (const std::string_view inner : macros.words(word)) take_word_of_head(inner, words);
    else if (looks_like_a_macro(word))
      words.unknown = true;
    words.is_void |= word == "void";
    if (!word.starts_with("__") && !is_storage_word(word)) words.type = word;
    take_word_of_head(word, words);
  }
  return words;
}

bool is_type_word(std::string_view word) {
  return has_word(numbers, word) || has_word(other_type_words, word);
}

bool computes_at_run_time(std::string_view function) { return has_word(run_time_functions, function); }

}  // namespace gridmark::rewrite
