#include "grader/compile/build_job.h"

#include <fmt/format.h>

#include "grader/compile/cuda_options.h"

namespace gridmark {
namespace {

namespace fs = std::filesystem;

constexpr const char* worker_library = "libgridmark_worker.a";

/// What a lab is offered without asking; a program takes from it what it calls.
std::string tensor_kit_archive(const BuildJob& job) {
  return fmt::format("libgridmark_tensor_{}.a", name_of(job.flavour));
}

std::string adaptor_name(const BuildJob& job) {
  return fmt::format("adaptor.{}.{}.o", name_of(job.device), name_of(job.flavour));
}

fs::path adaptor(const BuildJob& job) { return job.paths.built_lab(job.lab.name) / adaptor_name(job); }

std::vector<std::string> compiler_words(const BuildJob& job) {
  return {"/gridmark/bin/gridmark-cc", "--flavour", std::string(name_of(job.flavour)), "-std=c++20"};
}

std::vector<std::string> link_words(const BuildJob& job) {
  const std::string adaptor = "/lab-build/" + adaptor_name(job);
  std::vector<std::string> words = compiler_words(job);
  if (job.on_cuda()) {
    words = {"/gridmark/cuda/bin/gridmark-nvcc", "link"};
    const std::vector<std::string> libraries = cuda_library_options(job.lab.permissions.libraries);
    words.insert(words.end(), libraries.begin(), libraries.end());
  }
  words.insert(words.end(), {"-o", "/box/worker", std::string("/gridmark/lib/") + worker_library, adaptor});
  return words;
}

/// What follows the student's objects.
std::vector<std::string> last_archives(const BuildJob& job) {
  if (!job.on_cuda()) return {"/gridmark/lib/" + tensor_kit_archive(job)};
  return {"/gridmark/cuda/lib/libgridmark_tensor_cuda.a", "/gridmark/cuda/lib/libgridmark_device_cuda.a"};
}

/// CUDA where it is installed outside of what every sandbox shows.
std::vector<SandboxBind> toolkit_binds(const BuildJob& job) {
  std::vector<SandboxBind> binds{{job.paths.toolkit(), "/gridmark"}};
  const fs::path root = job.on_cuda() ? cuda_root(job.paths) : fs::path();
  if (!root.empty() && *root.lexically_relative("/usr").begin() == "..")
    binds.push_back({root, root.string()});
  return binds;
}

}  // namespace

std::vector<fs::path> prebuilt_parts(const BuildJob& job) {
  const fs::path toolkit = job.paths.toolkit(), cuda = job.paths.cuda_toolkit();
  std::vector<fs::path> parts{toolkit / "bin/gridmark-cc", toolkit / "lib" / tensor_kit_archive(job)};
  if (job.on_cuda())
    parts = {cuda / "bin/gridmark-nvcc", cuda / "lib/libgridmark_device_cuda.a",
             cuda / "lib/libgridmark_tensor_cuda.a"};
  parts.insert(parts.end(), {toolkit / "lib" / worker_library, adaptor(job)});
  return parts;
}

/// The compile for a device: gridmark-cc makes all objects in one call, gridmark-nvcc calls nvcc for each.
std::vector<std::string> compile_words(const BuildJob& job) {
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

SandboxCommand compile_command(const BuildJob& job, const std::vector<CompiledFile>& files) {
  constexpr std::int64_t work_mib = 512;  // temporary files of the compiler, and the objects
  SandboxCommand command;
  command.arguments = compile_words(job);
  for (const CompiledFile& file : files) command.arguments.push_back(file.source);
  command.read = toolkit_binds(job);
  command.read.push_back({job.submission.staged, "/submission"});
  if (fs::is_directory(job.lab_headers())) command.read.push_back({job.lab_headers(), "/lab/include"});
  command.environment = {"TMPDIR=/box"};
  command.folder = "/submission";
  command.work_mib = work_mib;
  for (const CompiledFile& file : files)
    for (const fs::path& made : {file.object, file.expanded})
      command.exports.push_back(
          {"/box/" + made.filename().string(), made, job.lab.build_limits.file_size_mib << 20});
  return command;
}

SandboxCommand link_command(const BuildJob& job) {
  constexpr std::int64_t work_mib = 512;
  SandboxCommand command;
  command.arguments = link_words(job);
  command.read = toolkit_binds(job);
  command.read.push_back({adaptor(job), "/lab-build/" + adaptor_name(job)});
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

}  // namespace gridmark
