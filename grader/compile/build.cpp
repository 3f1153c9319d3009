#include "grader/compile/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <set>

#include "grader/compile/cuda_options.h"
#include "grader/compile/diagnostics.h"
#include "grader/compile/sources.h"
#include "grader/compile/submission_rules.h"

namespace gridmark {
namespace {

namespace fs = std::filesystem;

constexpr int compiler_said_no =
    1;  // gridmark-cc and gridmark-nvcc: 0 compiled, 1 the source is wrong, 64 wrong usage

/// One compile: where its parts lie on the host. Inside, every path is the same for every student.
struct Job {
  const Lab& lab;
  const Submission& submission;
  Device device;
  Flavour flavour;
  const ProgramPaths& paths;
  fs::path program;                    ///< to be made
  std::vector<CompiledFile> compiled;  ///< on the way to it

  std::string adaptor_name() const {
    return fmt::format("adaptor.{}.{}.o", name_of(device), name_of(flavour));
  }
  fs::path adaptor() const { return paths.built_lab(lab.name) / adaptor_name(); }
  static std::string worker_library() { return "libgridmark_worker.a"; }
  /// What a lab is offered without asking; a program takes from it what it calls.
  std::string tensor_kit() const { return fmt::format("libgridmark_tensor_{}.a", name_of(flavour)); }
  bool on_cuda() const { return device == Device::cuda; }
  /// What has to be there beside the adaptor.
  std::vector<fs::path> prebuilt() const {
    const fs::path toolkit = paths.toolkit(), cuda = paths.cuda_toolkit();
    if (on_cuda())
      return {cuda / "bin/gridmark-nvcc", cuda / "lib/libgridmark_device_cuda.a",
              cuda / "lib/libgridmark_tensor_cuda.a"};
    return {toolkit / "bin/gridmark-cc", toolkit / "lib" / tensor_kit()};
  }
};

Result<void> require_prebuilt(const Job& job) {
  std::vector<fs::path> parts = job.prebuilt();
  parts.insert(parts.end(), {job.paths.toolkit() / "lib" / job.worker_library(), job.adaptor()});
  for (const fs::path& part : parts)
    if (!fs::exists(part))
      return failure(Error::Source::toolchain, part.string(),
                     fmt::format("is missing; build gridmark first (./gridmark does{})",
                                 job.on_cuda() ? ", or ninja -C build/release cuda" : ""));
  return {};
}

std::vector<std::string> compiler_words(const Job& job) {
  return {"/gridmark/bin/gridmark-cc", "--flavour", std::string(name_of(job.flavour)), "-std=c++20"};
}

/// The compile for a device: gridmark-cc makes all objects in one call, gridmark-nvcc calls nvcc for each.
std::vector<std::string> compile_words(const Job& job) {
  if (job.on_cuda()) {
    std::vector<std::string> words{"/gridmark/cuda/bin/gridmark-nvcc", "objects", "/box", "-I",
                                   "/lab/include"};
    const std::vector<std::string> code = cuda_code_options(job.paths);
    words.insert(words.end(), code.begin(), code.end());
    return words;
  }
  std::vector<std::string> words = compiler_words(job);
  // Where nothing can be mounted, these folders have other names, which rules and messages never see.
  words.insert(words.end(),
               {"-ffile-prefix-map=/gridmark=/gridmark", "-ffile-prefix-map=/lab/include=/lab/include", "-I",
                "/lab/include", "-c", "-odir", "/box", "--keep-expanded"});
  return words;
}

std::vector<std::string> link_words(const Job& job) {
  const std::string adaptor = "/lab-build/" + job.adaptor_name();
  std::vector<std::string> words = compiler_words(job);
  if (job.on_cuda()) {
    words = {"/gridmark/cuda/bin/gridmark-nvcc", "link"};
    const std::vector<std::string> libraries = cuda_library_options(job.lab.permissions.libraries);
    words.insert(words.end(), libraries.begin(), libraries.end());
  }
  words.insert(words.end(), {"-o", "/box/worker", "/gridmark/lib/" + job.worker_library(), adaptor});
  return words;
}

/// What follows the student's objects.
std::vector<std::string> last_archives(const Job& job) {
  if (!job.on_cuda()) return {"/gridmark/lib/" + job.tensor_kit()};
  return {"/gridmark/cuda/lib/libgridmark_tensor_cuda.a", "/gridmark/cuda/lib/libgridmark_device_cuda.a"};
}

/// CUDA where it is installed outside of what every sandbox shows.
std::vector<SandboxBind> toolkit_binds(const Job& job) {
  std::vector<SandboxBind> binds{{job.paths.toolkit(), "/gridmark"}};
  const fs::path root = job.on_cuda() ? cuda_root(job.paths) : fs::path();
  if (!root.empty() && *root.lexically_relative("/usr").begin() == "..")
    binds.push_back({root, root.string()});
  return binds;
}

/// Sources to objects, with the text that the compiler saw beside each.
SandboxCommand compile_command(const Job& job) {
  constexpr std::int64_t work_mib = 512;  // temporary files of the compiler, and the objects
  SandboxCommand command;
  command.arguments = compile_words(job);
  for (const std::string& word : source_words(job.submission.files)) command.arguments.push_back(word);
  command.read = toolkit_binds(job);
  command.read.push_back({job.submission.staged, "/submission"});
  const fs::path headers = job.lab.folder / "include";
  if (fs::is_directory(headers)) command.read.push_back({headers, "/lab/include"});
  command.environment = {"TMPDIR=/box"};
  command.folder = "/submission";
  command.work_mib = work_mib;
  for (const CompiledFile& file : job.compiled)
    for (const fs::path& made : {file.object, file.expanded})
      command.exports.push_back(
          {"/box/" + made.filename().string(), made, job.lab.build_limits.file_size_mib << 20});
  return command;
}

/// Objects to the worker. Ours come first: of a template that both sides have, the linker takes the first.
SandboxCommand link_command(const Job& job) {
  constexpr std::int64_t work_mib = 512;
  SandboxCommand command;
  command.arguments = link_words(job);
  command.read = toolkit_binds(job);
  command.read.push_back({job.adaptor(), "/lab-build/" + job.adaptor_name()});
  for (const CompiledFile& file : job.compiled) {
    const std::string inside = "/objects/" + file.object.filename().string();
    command.arguments.push_back(inside);
    command.read.push_back({file.object, inside});
  }
  for (const std::string& archive : last_archives(job)) command.arguments.push_back(archive);
  command.environment = {"TMPDIR=/box"};
  command.folder = "/box";
  command.work_mib = work_mib;
  command.exports = {{"/box/worker", job.program, job.lab.build_limits.file_size_mib << 20}};
  return command;
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

/// The compiler's driver takes the end of its assembler or linker for a fault of the compiler.
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
      break;
  }
  return Outcome::build_failed;
}

std::string reason_of(const RunReport& report, Outcome outcome, const Limits& limits) {
  if (outcome == Outcome::passed || (outcome == Outcome::build_failed && report.detail.empty())) return "";
  if (report.end == RunReport::End::exited)
    return fmt::format("The compiled program is too large: larger than {} MiB.", limits.file_size_mib);
  if (outcome == Outcome::forbidden) return "The compiler was made to call " + report.detail + ".";
  return "The compiler was ended: " + report.detail + ".";
}

/// A linker that may not change modes, as under Landlock, leaves its program without the right to run.
void make_executable(const fs::path& program) {
  std::error_code ignored;
  fs::permissions(program, fs::perms(0755), ignored);
}

/// What one run of the compiler made; `program` is not set.
Result<Build> judged(const Job& job, const RunReport& report, std::size_t exports) {
  if (report.end == RunReport::End::stopped) return failure(Error::Source::sandbox, job.lab.name, "stopped");
  if (report.end == RunReport::End::exited && report.exit_code > compiler_said_no)
    return failure(
        Error::Source::toolchain, job.on_cuda() ? "gridmark-nvcc" : "gridmark-cc",
        fmt::format("ended with exit code {}: {}", report.exit_code, report.output_head.substr(0, 500)));
  Build result;
  result.device = job.device;
  result.flavour = job.flavour;
  result.outcome = outcome_of(report, exports);
  result.messages =
      with_reason(capped_messages(report), reason_of(report, result.outcome, job.lab.build_limits));
  result.seconds = report.wall_seconds;
  if (result.outcome != Outcome::passed)
    result.place = first_error_place(result.messages, job.submission.files);
  return result;
}

Result<Build> run_step(const Job& job, const SandboxCommand& command, Sandbox& sandbox) {
  return sandbox.run(command, job.lab.build_limits).and_then([&](const RunReport& report) {
    return judged(job, report, command.exports.size());
  });
}

Build held_against_rules(const Job& job, Build compiled) {
  if (compiled.outcome != Outcome::passed) return compiled;
  const auto broken =
      broken_rule(job.submission, job.compiled, {job.device, job.flavour}, job.lab.permissions);
  if (!broken) return compiled;
  compiled.outcome = Outcome::forbidden;
  compiled.messages = broken->sentence;
  compiled.place = broken->place;
  return compiled;
}

Result<Build> linked(const Job& job, const Build& compiled, Sandbox& sandbox) {
  if (compiled.outcome != Outcome::passed) return compiled;
  return run_step(job, link_command(job), sandbox).map([&](Build built) {
    built.messages = compiled.messages + built.messages;
    built.seconds += compiled.seconds;
    if (built.outcome != Outcome::passed) return built;
    built.program = job.program;
    make_executable(built.program);
    return built;
  });
}

/// Where the objects of all sources go.
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

Build missing_build(const Job& job, const std::vector<std::string>& missing) {
  Build result;
  result.device = job.device;
  result.flavour = job.flavour;
  result.outcome = Outcome::missing;
  result.place = Place{missing.front(), 0};
  return result;
}

}  // namespace

Result<Build> build(const Lab& lab, const Submission& submission, Device device, Flavour flavour,
                    const ProgramPaths& paths, const fs::path& output, Sandbox& sandbox) {
  const std::string name = fmt::format("{}.{}", name_of(device), name_of(flavour));
  Job job{lab, submission, device, flavour, paths, output / ("worker." + name), {}};
  if (const auto missing = source_words(submission.missing); !missing.empty())
    return missing_build(job, missing);
  const fs::path objects = output / ("objects." + name);
  std::error_code ignored;
  fs::create_directories(objects, ignored);
  return require_prebuilt(job)
      .and_then([&] { return plan_objects(submission, objects); })
      .and_then([&](std::vector<CompiledFile> compiled) {
        job.compiled = std::move(compiled);
        return run_step(job, compile_command(job), sandbox);
      })
      .and_then(
          [&](Build compiled) { return linked(job, held_against_rules(job, std::move(compiled)), sandbox); });
}

Result<std::vector<Build>> build_all(const Lab& lab, const Submission& submission, Device device,
                                     const std::vector<Flavour>& flavours, const ProgramPaths& paths,
                                     const fs::path& output, Sandbox& sandbox) {
  std::vector<std::future<Result<Build>>> running;
  for (const Flavour flavour : flavours)
    running.push_back(std::async(std::launch::async, [&, flavour] {
      const Device counts_on = flavour == Flavour::counted ? Device::emulated : device;
      return build(lab, submission, counts_on, flavour, paths, output, sandbox);
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

}  // namespace gridmark
