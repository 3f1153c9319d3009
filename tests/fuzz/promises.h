#pragma once
// What must hold for any text that a reader gets, one promise a reader of hostile text. fuzz.sh has libFuzzer
// look for a text that breaks one; promises_test.cpp tries the corpora.
#include <array>
#include <string>
#include <string_view>

namespace gridmark::fuzz {

/// A clean refusal, or the same program. All that was not replaced is there, byte for byte, in its line; and
/// in its column, but for 3 columns more or less for each replacement before it in the line, or the length of
/// a replacement that may be longer (inline PTX, dynamic shared memory).
///
/// returns  a message about what does not hold; empty if all is well. So do all of these.
std::string rewriter_promise(std::string_view text);

/// Of host's and device's text comes one that has all of the device's, in order, and every word in its line.
std::string sides_promise(std::string_view lines);

/// What is taken for a worker's reply is, byte for byte, what gridmark's worker would have written.
std::string reply_promise(std::string_view text);

/// A checker's results name each test once and have finite numbers; a refusal says where and why.
std::string checker_results_promise(std::string_view text);

/// A launcher's report is read or refused with a message.
std::string launcher_report_promise(std::string_view text);

/// What compute-sanitizer printed beside a submission: each finding has a message, and no more are kept than
/// told.
std::string sanitizer_output_promise(std::string_view text);

/// An object file is read within its bounds, or refused with a message.
std::string object_file_promise(std::string_view bytes);

/// Words and includes are said to be in the submission's files, in lines from 1 on.
std::string source_facts_promise(std::string_view expanded);

/// The place of an error is in one of the submission's files.
std::string compiler_messages_promise(std::string_view messages);

/// No text hides a line directive that comes behind it.
std::string line_directive_promise(std::string_view source);

/// What is missing from a report is said in messages, and nothing is met more often than it is required.
std::string report_promise(std::string_view markdown);

/// The same of the data behind a plot and of its picture, SVG or PNG.
std::string plot_promise(std::string_view bytes);

/// What is taken from a manual.csv is within the item's points; a refusal names the place.
std::string manual_promise(std::string_view csv);

/// An endpoint's metrics are read within their bounds, or refused with the line.
std::string metrics_promise(std::string_view text);

/// A client's bytes are a request within its limits, need more bytes, or are refused with a status and a
/// reason.
std::string http_request_promise(std::string_view bytes);

struct Promise {
  const char* name;  ///< of the folder in tests/fuzz/corpus
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
