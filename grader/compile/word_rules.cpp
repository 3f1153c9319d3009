#include "grader/compile/word_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "grader/compile/directive_text.h"
#include "grader/compile/source_facts.h"
#include "grader/compile/word_list.h"
#include "grader/core/test_pattern.h"

namespace gridmark::compile {
namespace {

std::string_view without_underscores(std::string_view word) {
  while (word.starts_with('_')) word.remove_prefix(1);
  while (word.ends_with('_')) word.remove_suffix(1);
  return word;
}

bool is_assembly(std::string_view word) { return word == "asm" || word == "__asm" || word == "__asm__"; }

/// _mm_loadu_ps, __builtin_ia32_loadhps
bool is_instruction(std::string_view word) {
  for (const std::string_view beginning : {"__builtin_ia32_", "_mm_", "_mm256_", "_mm512_"})
    if (word.starts_with(beginning)) return true;
  return false;
}

bool allows_instructions(const Permissions& permissions) {
  const auto& allowed = permissions.headers.allow;
  return std::any_of(allowed.begin(), allowed.end(),
                     [](const std::string& pattern) { return matches(pattern, "immintrin.h"); });
}

bool is_hook(std::string_view word) {
  for (const std::string_view beginning : {"__tsan_", "__sanitizer_", "__asan_", "__builtin___tsan_"})
    if (word.starts_with(beginning)) return true;
  return false;
}

/// Results of gridmark-cc for PTX: gridmark::ptx, gridmark_0, gridmark_r_name.
bool is_ptx(std::string_view word) {
  constexpr std::string_view numbered = "gridmark_";
  if (word == "gridmark::ptx" || word.starts_with("gridmark_r_")) return true;
  return word.starts_with(numbered) && word.size() > numbered.size() && word[numbered.size()] >= '0' &&
         word[numbered.size()] <= '9';
}

/// Also `emulation`, because within a class of the kit gridmark's other parts need no prefix.
bool is_word_of_device(std::string_view word) {
  if (is_ptx(word) || std::ranges::find(kit_namespaces, word) != kit_namespaces.end()) return false;
  return word.starts_with("gridmark") || word.starts_with("GRIDMARK") || word == "emulation";
}

/// Mangled names such as _ZN1a1bEv. As a word in a source it would reach or replace a symbol that no header
/// declares. The others are functions that compilers make for the initialisers of variables. Their work does
/// not count as a kernel's.
bool is_compilers_name(std::string_view word) {
  for (const std::string_view beginning :
       {"_Z", "_GLOBAL_", "__cxx_global_", "__static_initialization_and_destruction"})
    if (word.starts_with(beginning)) return true;
  return false;
}

/// Attributes whose text GCC shows in its messages or ignores.
bool is_for_people(std::string_view owner) {
  static const auto owners =
      words_in("deprecated nodiscard error warning unavailable message annotate assume reason");
  return owners.contains(without_underscores(owner));
}

/// GCC writes .ident "text" for #ident "text".
bool is_comment_of_object(const AttributeString& string) {
  return (string.owner == "ident" || string.owner == "sccs") &&
         string.text.find_first_of("\\\"\n") == std::string::npos;
}

bool is_name(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (is_of_name(c) && c != '$' && (c & 0x80) == 0) ||
           std::string_view(".:+=,-").find(c) != std::string_view::npos;
  });
}

/// A name of the engine or of the counters. A function's own alias, alias("_Z4helpv"), reaches only its own
/// file.
bool is_name_of_others(std::string_view owner, std::string_view text) {
  return is_hook(text) || text.find("gridmark") != text.npos ||
         (is_compilers_name(text) && without_underscores(owner) != "alias");
}

}  // namespace

std::optional<std::string> refused_word(const SourceWord& word, const Permissions& permissions) {
  const std::string_view plain = without_underscores(word.text);
  const std::string shown = word.text.substr(0, 100);
  if (is_assembly(word.text))
    return "has assembly for the host's processor. Only PTX in device code can be graded";
  if (plain.starts_with("no_sanitize") || plain == "disable_sanitizer_instrumentation")
    return fmt::format("uses the attribute {}, which would hide code from the counters", shown);
  if (plain == "redefine_extname" || plain == "system_header" || plain == "pch_preprocess")
    return fmt::format("uses #pragma {}, which a graded submission may not", shown);
  if (is_compilers_name(word.text))
    return fmt::format(
        "uses {}. Names that begin with _Z and similar names belong to the compiler, for the linker", shown);
  if (is_hook(word.text)) return fmt::format("uses {}, which belongs to the counters", shown);
  if (word.own && is_instruction(word.text) && !allows_instructions(permissions))
    return fmt::format("uses {}, an instruction of the host's processor, which this lab does not allow",
                       shown);
  if (word.own && is_word_of_device(word.text))
    return fmt::format("uses {}, a name that belongs to the emulated device", shown);
  return std::nullopt;
}

std::optional<std::string> refused_text(const AttributeString& string) {
  const std::string owner = string.owner.empty() ? "an attribute" : string.owner.substr(0, 100);
  const std::string shown = string.text.substr(0, 100);
  if (is_for_people(string.owner) || is_comment_of_object(string)) return std::nullopt;
  if (!is_name(string.text))
    return fmt::format(
        "gives {} the text \"{}\". Compilers copy such a text into assembly, so it may hold only letters, "
        "digits and _.:+=,-",
        owner, shown);
  if (string.own && is_name_of_others(string.owner, string.text))
    return fmt::format("gives {} the name {}, which belongs to the compiler or to gridmark", owner, shown);
  if (string.text.find("stringops") != std::string::npos)
    return fmt::format("gives {} the option {}, which would hide copies from the counters", owner, shown);
  return std::nullopt;
}

}  // namespace gridmark::compile
