#pragma once
// What the compiler saw of a student's files, read from the text whose macros it has expanded.
//
// Theory of operation. The preprocessor marks where each line comes from: `# 12 "common.h" 1` enters a file,
// flag 2 returns from one, flag 3 is a system header's text, which includes what a system header's macro left
// in a student's file. So the words that a student wrote can be told from those of headers, however macros
// spell them. A student's own line directives would forge the marks; find_line_directive()
// (line_directives.h) finds these in the source itself.
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/compile/attribute_strings.h"
#include "grader/core/measurement.h"

namespace gridmark::compile {

/// What a submission may use of gridmark: tensors, messages between ranks, a disk, a clock and metrics.
inline constexpr std::array<std::string_view, 4> kit_namespaces{"gridmark::tensor", "gridmark::comm",
                                                                "gridmark::disk", "gridmark::services"};

/// A file that the compiler read because of a student's #include.
struct IncludedFile {
  std::string path;    ///< as the compiler opened it
  Place place;         ///< the #include in the student's file
  bool direct = true;  ///< false: a header that the student's header includes in turn
};

/// An identifier in a student's file once macros are expanded.
struct SourceWord {
  std::string text;
  Place place;
  bool own = true;  ///< false: a system header's macro put it there
};

struct SourceFacts {
  std::vector<IncludedFile> includes;
  std::vector<SourceWord> words;  ///< the first occurrence of each in each file
  std::vector<AttributeString> strings;
  /// A student's file whose end is a system header's text, by #pragma GCC system_header: which words of it
  /// are the student's cannot be told.
  std::optional<Place> as_system_header;
  bool whole = true;  ///< false: there are more than 100,000 words or 20,000 includes
};

/// expanded  hostile: what `g++ -E` wrote
/// files     the student's, relative to the submission
SourceFacts read_source_facts(std::string_view expanded, const std::vector<std::string>& files);

}  // namespace gridmark::compile
