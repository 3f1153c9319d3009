#include "emulation/driver/translation.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "emulation/driver/counted_assembly.h"
#include "emulation/driver/missing_returns.h"
#include "emulation/driver/shared_limit.h"
#include "emulation/rewrite/line_marker.h"
#include "emulation/rewrite/nvcc_rules.h"
#include "emulation/rewrite/rewrite.h"
#include "emulation/rewrite/sides.h"

namespace gridmark::driver {
namespace {

/// In the form of a g++ error: place, message, line, caret.
std::string formatted(const rewrite::Diagnostic& error) {
  const auto& [file, line, column] = error.position;
  std::string caret(static_cast<std::size_t>(column - 1), ' ');
  for (std::size_t i = 0; i < caret.size(); ++i) {
    if (error.source_line[i] == '\t') caret[i] = '\t';
  }
  return fmt::format("{}:{}:{}: error: {}\n{:5} | {}\n      | {}^\n", file, line, column, error.message, line,
                     error.source_line, caret);
}

/// In the form of -fdiagnostics-parseable-fixits.
std::string repair_of(const rewrite::Diagnostic& error) {
  const auto& [file, line, column] = error.repaired_at;
  return error.repair.empty()
             ? ""
             : fmt::format("fix-it:\"{0}\":{{{1}:{2}-{1}:{2}}}:\"{3}\"\n", file, line, column, error.repair);
}

/// True if a file of the program's own tests whether device code is being compiled.
bool tests_architecture(const std::string& preprocessed) {
  std::set<std::string> files;
  std::istringstream lines(preprocessed);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("# ")) continue;
    const auto marker = rewrite::read_line_marker(line);
    if (!marker || marker->system || !files.insert(marker->file).second) continue;
    if (!std::filesystem::is_regular_file(marker->file)) continue;  // <command-line>, or the working folder
    std::ifstream file(marker->file);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (text.find("__CUDA_ARCH__") != text.npos) return true;
  }
  return false;
}

}  // namespace

Translation::Translation(Input source, std::string object, const Commands& commands)
    : source_(std::move(source)), object_(std::move(object)), commands_(commands) {}

Translation::Step Translation::first() {
  if (source_.kind != Input::Kind::cuda) {
    if (commands_.keeps_expanded()) return expand();
    return {commands_.compile_plain(source_, object_), {-1, -1, from_compiler_.descriptor()}};
  }
  return preprocess();
}

Translation::Step Translation::preprocess() {
  preprocessing_ = true;
  return {commands_.preprocess(source_.name, object_, host_headers_),
          {-1, text_.descriptor(), from_compiler_.descriptor()}};
}

std::optional<Translation::Step> Translation::after(int exit_code) {
  if (preprocessing_for_host_) {
    has_host_text_ = exit_code == 0;  // otherwise the text is for the device only
    return after_preprocessing_for_host();
  }
  const bool compiled = compiling_ && !expanded_;
  if (compiled && marked_ == Marked::yes && exit_code != 0) return compile_unmarked();
  failed_ = exit_code != 0;
  if (exit_code > 128) {
    messages_ += fmt::format("gridmark-cc: the compiler of {} was ended by signal {}\n", source_.name,
                             exit_code - 128);
  } else if (failed_ && from_compiler_.read().empty()) {
    messages_ += silent_failure(source_.name, exit_code);
  }
  if (failed_) return std::nullopt;
  if (preprocessing_ && tests_architecture(text_.read())) return preprocess_for_host();
  if (preprocessing_) return compile();
  if (compiling_ && !refusals_.empty()) return refuse();
  if (compiled && marked_ == Marked::not_yet)
    if (const auto step = compile_marked()) return step;
  if (compiling_ && commands_.makes_assembly()) return assemble();
  if (expanded_ && source_.kind != Input::Kind::cuda && !compiling_expanded_) return compile_expanded();
  if (!rewritten_.empty() && !expanded_) check_static_memory();
  if (expanded_) commands_.map_names_in_expanded(object_);
  if (commands_.keeps_expanded() && !expanded_ && !failed_) return expand();
  return std::nullopt;
}

Translation::Step Translation::preprocess_for_host() {
  preprocessing_for_host_ = true;
  return {commands_.preprocess_for_host(source_.name, object_, host_headers_),
          {-1, host_text_.descriptor(), -1}};
}

/// Preprocesses both texts again if they include different system headers.
std::optional<Translation::Step> Translation::after_preprocessing_for_host() {
  preprocessing_for_host_ = false;
  if (!has_host_text_ || !host_headers_.empty()) return compile();
  host_headers_ = rewrite::headers_of_host(text_.read(), host_text_.read());
  if (host_headers_.empty()) return compile();
  for (UnnamedFile* text : {&text_, &host_text_}) text->write("");
  return preprocess();
}

std::optional<Translation::Step> Translation::compile() {
  preprocessing_ = false;
  failed_ = !rewrite();
  if (failed_) return std::nullopt;
  compiling_ = true;
  return compile(rewritten_, from_compiler_);
}

Translation::Step Translation::compile(const std::string& text, const UnnamedFile& words) {
  text_.write(text);
  assembly_.write("");
  return {commands_.compile_rewritten(object_),
          {text_.descriptor(), commands_.makes_assembly() ? assembly_.descriptor() : -1, words.descriptor()}};
}

/// Compiles again if a function ends without its return. The compiler has warned already.
std::optional<Translation::Step> Translation::compile_marked() {
  marked_ = Marked::yes;
  const std::string marked = with_marked_ends(rewritten_, from_compiler_.read());
  if (marked == rewritten_) return std::nullopt;
  return compile(marked, said_again_);
}

/// The mark is not a constant expression, so a constexpr function may not compile with it.
Translation::Step Translation::compile_unmarked() {
  marked_ = Marked::no;
  return compile(rewritten_, said_again_);
}

/// Runs after the compiler, because its messages about a wrong source are better: a missing brace makes one
/// function of two.
std::optional<Translation::Step> Translation::refuse() {
  messages_ += refusals_;
  failed_ = true;
  std::error_code ignored;
  std::filesystem::remove(object_, ignored);
  return std::nullopt;
}

Translation::Step Translation::assemble() {
  compiling_ = false;
  assembly_.write(counted_assembly(assembly_.read(), rewritten_, unreachable_variables_));
  return {commands_.assemble(object_), {assembly_.descriptor(), -1, from_compiler_.descriptor()}};
}

/// As in nvcc, a file does not compile if a kernel in it could never be launched.
void Translation::check_static_memory() {
  std::ifstream file(object_, std::ios::binary);
  const std::string object{std::istreambuf_iterator<char>(file), {}};
  for (const TooMuchShared& found : too_much_shared(object, rewritten_)) {
    messages_ += fmt::format(
        "{}: error: {} has {} bytes of __shared__ variables, and a kernel may have {}: declare the rest "
        "as "
        "extern __shared__, and raise its limit with cudaFuncAttributeMaxDynamicSharedMemorySize\n",
        source_.name, found.function, found.bytes, most_static_shared_bytes);
    failed_ = true;
  }
  if (const std::size_t bytes = constant_bytes(object, rewritten_); bytes > most_constant_bytes) {
    messages_ += fmt::format(
        "{}: error: the file has {} bytes of __constant__ variables, and a device has {} for them: declare "
        "the rest as __device__\n",
        source_.name, bytes, most_constant_bytes);
    failed_ = true;
  }
  std::error_code ignored;
  if (failed_) std::filesystem::remove(object_, ignored);
}

/// Compiles the text that is kept, not the source again, which could test whether an object exists already.
Translation::Step Translation::compile_expanded() {
  compiling_expanded_ = true;
  return {commands_.compile_expanded(source_, object_), {-1, -1, from_compiler_.descriptor()}};
}

/// Runs after the compiler if the text is CUDA's, because its messages about a wrong source are better.
Translation::Step Translation::expand() {
  expanded_ = true;
  if (source_.kind != Input::Kind::cuda)
    return {commands_.expand_plain(source_, object_), {-1, -1, from_compiler_.descriptor()}};
  text_.write(rewritten_);
  return {commands_.expand_rewritten(object_), {text_.descriptor(), -1, from_compiler_.descriptor()}};
}

bool Translation::rewrite() {
  std::string text = text_.read();
  if (has_host_text_) text = rewrite::merge_sides(text, host_text_.read());
  rewrite::Rewritten result = rewrite::rewrite(text, commands_.unit());
  for (const rewrite::Diagnostic& error : result.errors) messages_ += formatted(error);
  for (const rewrite::Diagnostic& refusal :
       rewrite::refused_by_nvcc(rewrite::Source(text), commands_.relaxes_constexpr()))
    refusals_ += formatted(refusal) + (commands_.writes_repairs() ? repair_of(refusal) : "");
  rewritten_ = std::move(result.text);
  unreachable_variables_ = std::move(result.unreachable_variables);
  return result.errors.empty();
}

}  // namespace gridmark::driver
