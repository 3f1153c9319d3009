#include "grader/compile/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <map>
#include <set>

#include "grader/compile/build_job.h"
#include "grader/compile/compile_errors.h"
#include "grader/compile/diagnostics.h"
#include "grader/compile/fix_its.h"
#include "grader/compile/left_main.h"
#include "grader/compile/link_errors.h"
#include "grader/compile/named_symbols.h"
#include "grader/compile/sources.h"
#include "grader/compile/submission_rules.h"
#include "grader/compile/symbol_rules.h"
#include "grader/system/files.h"

namespace gridmark::compile {
namespace {

namespace fs = std::filesystem;

constexpr int compiler_said_no =
    1;  // gridmark-cc and gridmark-nvcc exit with 0: compiled, 1: the source is wrong, 64: wrong usage

Result<void> require_prebuilt(const BuildJob& job) {
  for (const fs::path& part : prebuilt_parts(job))
    if (!fs::exists(part))
      return failure(Error::Source::toolchain, part.string(),
                     fmt::format("is missing. Build gridmark first, with ./gridmark{}",
                                 job.on_cuda() ? ", or ninja -C build/release cuda" : ""));
  return {};
}

std::string capped_messages(const RunReport& report) {
  constexpr std::size_t cap = 64 * 1024;
  std::string text = report.output_head;
  if (!report.output_tail.empty()) text.resize(std::min(text.size(), cap - report.output_tail.size() - 16));
  if (!report.output_tail.empty()) text += "\n[...]\n" + report.output_tail;
  text.resize(std::min(text.size(), cap));
  return text;
}

std::string with_reason(const std::string& messages, const std::string& reason) {
  return messages.empty() || reason.empty() ? messages + reason : messages + "\n" + reason;
}

/// The compiler's driver reports the end of its assembler or linker as an internal compiler error.
bool wrote_too_much(const RunReport& report) {
  for (const std::string& text : {report.output_head, report.output_tail})
    if (text.find("File size limit exceeded") != std::string::npos) return true;
  return false;
}

Outcome outcome_of_exit(const RunReport& report, std::size_t exports) {
  if (report.exit_code != 0) return wrote_too_much(report) ? Outcome::output_limit : Outcome::build_failed;
  return report.exported.size() < exports ? Outcome::output_limit : Outcome::passed;
}

Outcome outcome_of(const RunReport& report, std::size_t exports) {
  switch (report.end) {
    case RunReport::End::exited:
      return outcome_of_exit(report, exports);
    case RunReport::End::wall_limit:
    case RunReport::End::cpu_limit:
      return Outcome::timed_out;
    case RunReport::End::memory_limit:
      return Outcome::out_of_memory;
    case RunReport::End::output_limit:
    case RunReport::End::file_size_limit:
    case RunReport::End::files_limit:
    case RunReport::End::disk_limit:
      return Outcome::output_limit;
    case RunReport::End::forbidden:
      return Outcome::forbidden;
    case RunReport::End::signalled:
    case RunReport::End::stopped:
    case RunReport::End::internal:
      break;
  }
  return Outcome::build_failed;
}

std::string reason_of(const RunReport& report, Outcome outcome, const Limits& limits) {
  if (outcome == Outcome::passed || (outcome == Outcome::build_failed && report.detail.empty())) return "";
  if (report.end == RunReport::End::exited)
    return fmt::format("The compiled program is too large: larger than {} MiB.", limits.file_size_mib);
  if (outcome == Outcome::forbidden) return "The compiler was made to call " + report.detail + ".";
  if (outcome == Outcome::timed_out)
    return "The compiler was ended: it " + report.detail +
           ", as much as this lab allows one build. Look for a macro, a template or an expression that "
           "becomes very "
           "long.";
  return "The compiler was ended: " + report.detail + ".";
}

/// A linker that cannot change modes, as under Landlock, leaves its program without the right to run.
void make_executable(const fs::path& program) {
  std::error_code ignored;
  fs::permissions(program, fs::perms(0755), ignored);
}

Build build_of(const BuildJob& job) {
  Build result;
  result.device = job.device;
  result.flavour = job.flavour;
  return result;
}

/// The texts of those of `names` in `folder` that can be read.
std::map<std::string, std::string> texts_of(const fs::path& folder, const std::vector<std::string>& names) {
  constexpr std::int64_t most_bytes = std::int64_t{1} << 20;
  std::map<std::string, std::string> texts;
  for (const std::string& name : names)
    if (auto text = system::read_file(folder / name, most_bytes)) texts[name] = *std::move(text);
  return texts;
}

/// The result of one run of the compiler, without `program`.
Result<Build> judged(const BuildJob& job, const RunReport& report, std::size_t exports) {
  if (report.end == RunReport::End::stopped) return failure(Error::Source::sandbox, job.lab.name, "stopped");
  if (report.end == RunReport::End::exited && report.exit_code > compiler_said_no)
    return failure(
        Error::Source::toolchain, job.on_cuda() ? "gridmark-nvcc" : "gridmark-cc",
        fmt::format("ended with exit code {}: {}", report.exit_code, report.output_head.substr(0, 500)));
  Build result = build_of(job);
  result.outcome = outcome_of(report, exports);
  CompilerWords words =
      without_fix_its(capped_messages(report), texts_of(job.submission.staged, job.submission.files));
  result.messages = with_reason(words.messages, reason_of(report, result.outcome, job.lab.build_limits));
  result.fixes = std::move(words.fixes);
  result.seconds = report.wall_seconds;
  if (result.outcome != Outcome::passed)
    result.place = first_error_place(result.messages, job.submission.files);
  return result;
}

Result<Build> run_step(const BuildJob& job, const system::SandboxCommand& command, system::Sandbox& sandbox) {
  return judged(job, TRY(sandbox.run(command, job.lab.build_limits)), command.exports.size());
}

/// Files of the job that have no object yet, and their keys.
struct Left {
  std::vector<CompiledFile> files;
  std::vector<std::string> keys;
};

Result<Left> bring_kept(const BuildJob& job, const KeptObjects& kept) {
  const auto keys = TRY(object_keys(job));
  Left left;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (kept.bring(keys[i], job.compiled[i])) continue;
    left.files.push_back(job.compiled[i]);
    left.keys.push_back(keys[i]);
  }
  return left;
}

void take_over(Build& built, CompilerWords explained) {
  built.messages = std::move(explained.messages);
  if (!explained.fixes.empty()) built.fixes = std::move(explained.fixes);
}

Result<Build> compile_step(const BuildJob& job, const std::vector<CompiledFile>& files,
                           system::Sandbox& sandbox) {
  return run_step(job, compile_command(job, files), sandbox).map([&](Build built) {
    if (built.outcome != Outcome::build_failed) return built;
    take_over(built, explain_compile(built.messages, texts_of(job.submission.staged, job.submission.files)));
    built.place = first_error_place(built.messages, job.submission.files);
    return built;
  });
}

Result<Build> compile_all(const BuildJob& job, system::Sandbox& sandbox) {
  return compile_step(job, job.compiled, sandbox);
}

/// Sources with warnings are compiled again, so that the warnings appear again. Without keys, everything is
/// compiled.
Result<Build> compile_changed(const BuildJob& job, const KeptObjects& kept, system::Sandbox& sandbox) {
  const Result<Left> left = bring_kept(job, kept);
  if (!left) return compile_all(job, sandbox);
  if (left->files.empty()) return build_of(job);
  Build compiled = TRY(compile_step(job, left->files, sandbox));
  if (compiled.outcome == Outcome::passed && compiled.messages.empty())
    for (std::size_t i = 0; i < left->files.size(); ++i) kept.keep(left->keys[i], left->files[i]);
  return compiled;
}

Build forbidden(Build built, const BrokenRule& broken) {
  built.outcome = Outcome::forbidden;
  built.messages = broken.message;
  built.place = broken.place;
  return built;
}

/// The text of a submission's file. Empty if it cannot be read.
std::string text_of(const Submission& submission, const std::string& name) {
  auto texts = texts_of(submission.staged, {name});
  return texts.empty() ? "" : std::move(texts.begin()->second);
}

Result<Build> held_against_rules(const BuildJob& job, Build compiled) {
  if (compiled.outcome != Outcome::passed) return compiled;
  const WorkerNames worker = TRY(read_worker_names(worker_names(job)));
  TRY(check_denied_names(job.lab, worker));
  const BuildKind kind{job.device, job.flavour};
  const auto broken = broken_rule(job.submission, job.compiled, kind, worker, job.lab.permissions);
  if (!broken) return compiled;
  compiled = forbidden(std::move(compiled), *broken);
  if (broken->message.find(main_left_in) != broken->message.npos && broken->place.line > 0)
    compiled.fixes = removed_main(text_of(job.submission, broken->place.file), broken->place);
  return compiled;
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    names.push_back(entry.path().filename().string());
  return names;
}

/// A linker's messages name objects, which no student knows.
Build explained(const BuildJob& job, Build built) {
  if (built.outcome != Outcome::build_failed) return built;
  built.undefined = missing_functions(built.messages);
  take_over(built, explain_link(built.messages, {texts_of(job.submission.staged, job.submission.files),
                                                 texts_of(job.lab.starter, job.lab.files),
                                                 texts_of(job.lab_headers(), names_in(job.lab_headers()))}));
  built.place = first_error_place(built.messages, job.submission.files);
  return built;
}

Result<Build> linked(const BuildJob& job, const Build& compiled, system::Sandbox& sandbox) {
  if (compiled.outcome != Outcome::passed) return compiled;
  return run_step(job, link_command(job), sandbox).map([&](Build built) {
    built = explained(job, std::move(built));
    built.messages = compiled.messages + built.messages;
    built.seconds += compiled.seconds;
    if (built.outcome != Outcome::passed) return built;
    if (!job.on_cuda())
      if (const auto broken = broken_by_program(job.program, job.submission, job.compiled))
        return forbidden(std::move(built), *broken);
    built.program = job.program;
    make_executable(built.program);
    return built;
  });
}

/// Plans the path of each source's object.
///
/// errors  lab: two sources would become one object
Result<std::vector<CompiledFile>> plan_objects(const Submission& submission, const fs::path& folder) {
  std::vector<CompiledFile> compiled;
  std::set<fs::path> taken;
  for (const std::string& source : source_words(submission.files)) {
    const fs::path stem = folder / fs::path(source).stem();
    if (!taken.insert(stem).second)
      return failure(Error::Source::lab, source,
                     "has the same name as another source but for its folder or ending");
    compiled.push_back({source, stem.string() + ".o", stem.string() + ".ii"});
  }
  return compiled;
}

Build missing_build(const BuildJob& job, const std::vector<std::string>& missing) {
  Build result = build_of(job);
  result.outcome = Outcome::missing;
  result.place = Place{missing.front(), 0};
  return result;
}

/// All compiles of a submission share one limit. On another device, the compiler's need for one flavour does
/// not depend on the others, so each compile has the limit for itself.
Lab with_shared_limit(Lab lab, Device device, std::size_t compiles) {
  if (device == Device::emulated)
    lab.build_limits.cpu_seconds /= static_cast<double>(std::max<std::size_t>(compiles, 1));
  return lab;
}

}  // namespace

Result<Build> build(const Lab& lab, const Submission& submission, Device device, Flavour flavour,
                    const system::ProgramPaths& paths, const fs::path& output, system::Sandbox& sandbox,
                    const KeptObjects* kept) {
  const std::string name = fmt::format("{}.{}", name_of(device), name_of(flavour));
  BuildJob job{lab, submission, device, flavour, paths, output / ("worker." + name), {}};
  if (const auto missing = source_words(submission.missing); !missing.empty())
    return missing_build(job, missing);
  const fs::path objects = output / ("objects." + name);
  std::error_code ignored;
  fs::create_directories(objects, ignored);
  TRY(require_prebuilt(job));
  job.compiled = TRY(plan_objects(submission, objects));
  Build compiled = TRY(kept ? compile_changed(job, *kept, sandbox) : compile_all(job, sandbox));
  return linked(job, TRY(held_against_rules(job, std::move(compiled))), sandbox);
}

Result<Build> compile_file(const Lab& lab, const Submission& submission, Device device, Flavour flavour,
                           const system::ProgramPaths& paths, const fs::path& output,
                           system::Sandbox& sandbox, const std::string& source) {
  BuildJob job{lab, submission, device, flavour, paths, {}, {}};
  std::error_code ignored;
  fs::create_directories(output, ignored);
  TRY(require_prebuilt(job));
  job.compiled = TRY(plan_objects(submission, output));
  std::erase_if(job.compiled, [&](const CompiledFile& file) { return file.source != source; });
  return compile_all(job, sandbox);
}

Result<std::vector<Build>> build_all(const Lab& lab, const Submission& submission, Device device,
                                     const std::vector<Flavour>& flavours, const system::ProgramPaths& paths,
                                     const fs::path& output, system::Sandbox& sandbox,
                                     const KeptObjects* kept) {
  const Lab shared = with_shared_limit(lab, device, flavours.size());
  std::vector<std::future<Result<Build>>> running;
  for (const Flavour flavour : flavours)
    running.push_back(std::async(std::launch::async, [&, flavour] {
      const Device counts_on = flavour == Flavour::counted ? Device::emulated : device;
      return build(shared, submission, counts_on, flavour, paths, output, sandbox, kept);
    }));
  std::vector<Result<Build>> finished;
  for (auto& one : running) finished.push_back(one.get());
  std::vector<Build> builds;
  for (Result<Build>& one : finished) {
    if (!one) return tl::unexpected(one.error());
    builds.push_back(std::move(*one));
  }
  return builds;
}

}  // namespace gridmark::compile
