#pragma once
// Promises for any text, one for each reader of hostile text. fuzz.sh runs libFuzzer to find a text that
// breaks one. promises_test.cpp tries the corpora.
#include <array>
#include <string>
#include <string_view>

namespace gridmark::fuzz {

/// The rewriter refuses cleanly, or keeps the program. All text that it does not replace stays in its line,
/// byte for byte. It stays in its column, too, except for up to 3 columns for each earlier replacement in the
/// line, or the length of a replacement that may be longer (inline PTX, dynamic shared memory).
///
/// returns  a message about the broken promise, or "". All of these functions return this.
std::string rewriter_promise(std::string_view text);

/// The texts of host and device become one text. It has all of the device's text in order, and every word in
/// its line.
std::string sides_promise(std::string_view lines);

/// An accepted reply is, byte for byte, one that gridmark's worker would have written.
std::string reply_promise(std::string_view text);

/// A checker's results name each test once and have finite numbers. A refusal has the place and the reason.
std::string checker_results_promise(std::string_view text);

/// A launcher's report is read or refused with a message.
std::string launcher_report_promise(std::string_view text);

/// The output of compute-sanitizer for a submission: each finding has a message, and the number of kept
/// findings is at most the reported one.
std::string sanitizer_output_promise(std::string_view text);

/// An object file is read within its bounds, or refused with a message.
std::string object_file_promise(std::string_view bytes);

/// Words and includes are in the submission's files, in lines from 1 on.
std::string source_facts_promise(std::string_view expanded);

/// The place of an error is in one of the submission's files.
std::string compiler_messages_promise(std::string_view messages);

/// No text hides a line directive that follows it.
std::string line_directive_promise(std::string_view source);

/// Messages list the missing parts of a report, and no requirement is met more often than it exists.
std::string report_promise(std::string_view markdown);

/// The same for the data of a plot and for its picture, SVG or PNG.
std::string plot_promise(std::string_view bytes);

/// Points from a manual.csv are within the item's points. A refusal names the place.
std::string manual_promise(std::string_view csv);

/// An endpoint's metrics are read within their bounds, or refused with the line.
std::string metrics_promise(std::string_view text);

/// A client's bytes are a request within its limits, or need more bytes, or are refused with a status and a
/// reason.
std::string http_request_promise(std::string_view bytes);

struct Promise {
  const char* name;  ///< name of the folder in tests/fuzz/corpus
  std::string (*broken)(std::string_view text);
};

inline constexpr std::array promises = {Promise{"rewriter", rewriter_promise},
                                        Promise{"sides", sides_promise},
                                        Promise{"reply", reply_promise},
                                        Promise{"checker_results", checker_results_promise},
                                        Promise{"launcher_report", launcher_report_promise},
                                        Promise{"sanitizer_output", sanitizer_output_promise},
                                        Promise{"object_file", object_file_promise},
                                        Promise{"source_facts", source_facts_promise},
                                        Promise{"compiler_messages", compiler_messages_promise},
                                        Promise{"line_directive", line_directive_promise},
                                        Promise{"report", report_promise},
                                        Promise{"plot", plot_promise},
                                        Promise{"manual", manual_promise},
                                        Promise{"metrics", metrics_promise},
                                        Promise{"http_request", http_request_promise}};

}  // namespace gridmark::fuzz
