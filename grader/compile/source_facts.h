#pragma once
// The files, words and texts that the compiler saw in a student's files, read from the text with expanded
// macros.
//
// Theory of operation. The preprocessor marks where each line comes from: `# 12 "common.h" 1` enters a file,
// flag 2 returns from one, and flag 3 is a system header's text, including the text of its macros in a
// student's file. So the words of a student can be told from those of headers, even if macros spell them. A
// student's line directives could forge these marks. find_line_directive() (line_directives.h) finds them in
// the source itself.
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/compile/attribute_strings.h"
#include "grader/core/measurement.h"

namespace gridmark::compile {

/// Parts of gridmark that a submission may use: tensors, messages between ranks, a disk, a clock and metrics.
inline constexpr std::array<std::string_view, 4> kit_namespaces{"gridmark::tensor", "gridmark::comm",
                                                                "gridmark::disk", "gridmark::services"};

/// A file that the compiler read because of a student's #include.
struct IncludedFile {
  std::string path;    ///< as the compiler opened it
  Place place;         ///< the #include in the student's file
  bool direct = true;  ///< false: a header that the student's header includes
};

/// An identifier in a student's file after macros are expanded.
struct SourceWord {
  std::string text;
  Place place;
  bool own = true;  ///< false: it comes from a system header's macro
};

struct SourceFacts {
  std::vector<IncludedFile> includes;
  std::vector<SourceWord> words;  ///< the first occurrence of each in each file
  std::vector<AttributeString> strings;
  /// A student's file that declares itself a system header with #pragma GCC system_header, so that the
  /// student's words after it cannot be recognised.
  std::optional<Place> as_system_header;
  bool whole = true;  ///< false: more than 100,000 words or 20,000 includes
};

/// expanded  hostile: the output of `g++ -E`
/// files     the student's, relative to the submission
SourceFacts read_source_facts(std::string_view expanded, const std::vector<std::string>& files);

}  // namespace gridmark::compile
