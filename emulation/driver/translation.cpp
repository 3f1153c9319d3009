#include "emulation/driver/translation.h"

#include <fmt/format.h>

#include "emulation/driver/counted_assembly.h"
#include "emulation/rewrite/rewrite.h"

namespace gridmark::driver {
namespace {

/// As g++ shows an error: place, message, line, caret.
std::string formatted(const rewrite::Diagnostic& error) {
  const auto& [file, line, column] = error.position;
  std::string caret(static_cast<std::size_t>(column - 1), ' ');
  for (std::size_t i = 0; i < caret.size(); ++i) {
    if (error.source_line[i] == '\t') caret[i] = '\t';
  }
  return fmt::format("{}:{}:{}: error: {}\n{:5} | {}\n      | {}^\n", file, line, column, error.message, line,
                     error.source_line, caret);
}

}  // namespace

Translation::Translation(Input source, std::string object, const Commands& commands)
    : source_(std::move(source)), object_(std::move(object)), commands_(commands) {}

Translation::Step Translation::first() {
  if (source_.kind != Input::Kind::cuda) {
    return {commands_.compile_plain(source_, object_), {-1, -1, from_compiler_.descriptor()}};
  }
  preprocessing_ = true;
  return {commands_.preprocess(source_.name, object_), {-1, text_.descriptor(), from_compiler_.descriptor()}};
}

std::optional<Translation::Step> Translation::after(int exit_code) {
  failed_ = exit_code != 0;
  if (exit_code > 128) {
    messages_ += fmt::format("gridmark-cc: the compiler of {} was ended by signal {}\n", source_.name,
                             exit_code - 128);
  }
  if (failed_) return std::nullopt;
  if (preprocessing_) return compile();
  if (compiling_ && commands_.makes_assembly()) return assemble();
  return std::nullopt;
}

std::optional<Translation::Step> Translation::compile() {
  preprocessing_ = false;
  failed_ = !rewrite();
  if (failed_) return std::nullopt;
  compiling_ = true;
  text_.write(rewritten_);
  return Step{commands_.compile_rewritten(object_),
              {text_.descriptor(), commands_.makes_assembly() ? assembly_.descriptor() : -1,
               from_compiler_.descriptor()}};
}

Translation::Step Translation::assemble() {
  compiling_ = false;
  assembly_.write(counted_assembly(assembly_.read(), rewritten_));
  return {commands_.assemble(object_), {assembly_.descriptor(), -1, from_compiler_.descriptor()}};
}

bool Translation::rewrite() {
  rewrite::Rewritten result = rewrite::rewrite(text_.read(), commands_.unit());
  for (const rewrite::Diagnostic& error : result.errors) messages_ += formatted(error);
  rewritten_ = std::move(result.text);
  return result.errors.empty();
}

}  // namespace gridmark::driver
