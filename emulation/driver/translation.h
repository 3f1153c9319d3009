#pragma once
#include <optional>
#include <string>
#include <vector>

#include "emulation/driver/children.h"
#include "emulation/driver/commands.h"
#include "emulation/driver/temporary_files.h"

namespace gridmark::driver {

/// One source file on its way to an object: a chain of commands with the rewriting in between.
class Translation {
 public:
  struct Step {
    CommandLine command;
    Descriptors descriptors;
  };

  Translation(Input source, std::string object, const Commands& commands);

  Step first();
  /// The next step after one that ended with `exit_code`. Nothing if this translation has ended.
  std::optional<Step> after(int exit_code);

  /// Messages of compiler and rewriter so far.
  std::string messages() const { return messages_ + from_compiler_.read(); }
  bool failed() const { return failed_; }
  /// True until there is a text to rewrite.
  bool preprocesses() const { return preprocessing_; }
  /// True if host and device see different texts, once these are there.
  bool has_two_sides() const { return has_host_text_; }
  const Input& source() const { return source_; }
  const std::string& object() const { return object_; }
  /// The text that the compiler gets, for -E.
  const std::string& rewritten() const { return rewritten_; }

 private:
  Step preprocess();
  Step preprocess_for_host();
  std::optional<Step> after_preprocessing_for_host();
  std::optional<Step> compile();
  std::optional<Step> refuse();
  Step compile(const std::string& text, const UnnamedFile& words);
  std::optional<Step> compile_marked();
  Step compile_unmarked();
  Step assemble();
  Step compile_expanded();
  Step expand();
  bool rewrite();
  void check_static_memory();

  Input source_;
  std::string object_;
  const Commands& commands_;
  UnnamedFile text_;           ///< preprocessed, then rewritten
  UnnamedFile host_text_;      ///< preprocessed as the host sees it, if that differs
  UnnamedFile assembly_;       ///< of the counted flavour
  UnnamedFile from_compiler_;  ///< standard error of all steps
  UnnamedFile said_again_;     ///< messages of a second compilation, already in from_compiler_
  std::string messages_;
  std::string refusals_;  ///< errors that nvcc would report
  std::string rewritten_;
  std::vector<std::string> unreachable_variables_;
  std::vector<std::string> host_headers_;  ///< system headers that the source includes only for host code
  /// Whether the text is marked where a function ends without its return. `no`: the marked text did not
  /// compile.
  enum class Marked { not_yet, yes, no } marked_ = Marked::not_yet;
  bool preprocessing_ = false;
  bool preprocessing_for_host_ = false;
  bool has_host_text_ = false;
  bool compiling_ = false;
  bool expanded_ = false;
  bool compiling_expanded_ = false;
  bool failed_ = false;
};

}  // namespace gridmark::driver
