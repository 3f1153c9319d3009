#include "grader/compile/build_job.h"

#include <fmt/format.h>

#include <array>

#include "grader/compile/cuda_options.h"

namespace gridmark::compile {
namespace {

namespace fs = std::filesystem;

constexpr const char* worker_library = "libgridmark_worker.a";

/// The object that a submission is linked with. On the emulated device it is the closed, trusted part as a
/// whole.
std::string lab_object_name(const BuildJob& job) {
  return fmt::format("{}.{}.{}.o", job.on_cuda() ? "adaptor" : "worker", name_of(job.device),
                     name_of(job.flavour));
}

fs::path lab_object(const BuildJob& job) { return job.paths.built_lab(job.lab.name) / lab_object_name(job); }

std::vector<std::string> compiler_words(const BuildJob& job) {
  return {"/gridmark/bin/gridmark-cc", "--flavour", std::string(name_of(job.flavour)), "-std=c++20"};
}

std::vector<std::string> joined(std::vector<std::string> first, const std::vector<std::string>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

std::vector<std::string> link_words(const BuildJob& job, const std::vector<std::string>& objects) {
  return joined(joined(compiler_words(job), {"-o", "/box/worker"}),
                joined(objects, {"--engine", "/lab-build/" + lab_object_name(job)}));
}

/// Our objects come first, because the linker takes the first of two instances of a template.
std::vector<std::string> cuda_link_words(const BuildJob& job, const std::vector<std::string>& objects) {
  const std::vector<std::string> words = joined({"/gridmark/cuda/bin/gridmark-nvcc", "link"},
                                                cuda_library_options(job.lab.permissions.libraries));
  const std::vector<std::string> ours{"-o", "/box/worker", std::string("/gridmark/lib/") + worker_library,
                                      "/lab-build/" + lab_object_name(job)};
  return joined(joined(words, ours), joined(objects, {"/gridmark/cuda/lib/libgridmark_tensor_cuda.a",
                                                      "/gridmark/cuda/lib/libgridmark_device_cuda.a"}));
}

/// Adds CUDA if it is installed outside of the folders that every sandbox shows.
std::vector<system::SandboxBind> toolkit_binds(const BuildJob& job) {
  std::vector<system::SandboxBind> binds{{job.paths.toolkit(), "/gridmark"}};
  const fs::path root = job.on_cuda() ? cuda_root(job.paths) : fs::path();
  if (!root.empty() && *root.lexically_relative("/usr").begin() == "..")
    binds.push_back({root, root.string()});
  return binds;
}

}  // namespace

fs::path worker_names(const BuildJob& job) {
  return job.paths.built_lab(job.lab.name) / fmt::format("worker.emulated.{}.names", name_of(job.flavour));
}

std::vector<fs::path> prebuilt_parts(const BuildJob& job) {
  const fs::path toolkit = job.paths.toolkit(), cuda = job.paths.cuda_toolkit();
  std::vector<fs::path> parts{toolkit / "bin/gridmark-cc"};
  if (job.on_cuda())
    parts = {cuda / "bin/gridmark-nvcc", cuda / "lib/libgridmark_device_cuda.a",
             cuda / "lib/libgridmark_tensor_cuda.a", toolkit / "lib" / worker_library};
  parts.insert(parts.end(), {lab_object(job), worker_names(job)});
  return parts;
}

/// Without mounts these folders have other names. Rules and messages must not see those names.
constexpr std::array kept_names{"-ffile-prefix-map=/gridmark=/gridmark",
                                "-ffile-prefix-map=/lab/include=/lab/include"};

/// The compile for a device. gridmark-cc makes all objects in one call. gridmark-nvcc calls nvcc for each
/// source.
std::vector<std::string> compile_words(const BuildJob& job) {
  if (job.on_cuda()) {
    std::vector<std::string> words{"/gridmark/cuda/bin/gridmark-nvcc", "objects", "/box", "-I",
                                   "/lab/include"};
    words.insert(words.end(), kept_names.begin(), kept_names.end());
    const std::vector<std::string> code = cuda_code_options(job.paths);
    words.insert(words.end(), code.begin(), code.end());
    return words;
  }
  std::vector<std::string> words = compiler_words(job);
  words.insert(words.end(), kept_names.begin(), kept_names.end());
  words.insert(words.end(), {"-I", "/lab/include", "-c", "-odir", "/box", "--keep-expanded",
                             "-fdiagnostics-parseable-fixits"});
  return words;
}

system::SandboxCommand compile_command(const BuildJob& job, const std::vector<CompiledFile>& files) {
  constexpr std::int64_t work_mib = 512;  // the compiler's temporary files, and the objects
  system::SandboxCommand command;
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

system::SandboxCommand link_command(const BuildJob& job) {
  constexpr std::int64_t work_mib = 512;
  system::SandboxCommand command;
  command.read = toolkit_binds(job);
  command.read.push_back({lab_object(job), "/lab-build/" + lab_object_name(job)});
  std::vector<std::string> objects;
  for (const CompiledFile& file : job.compiled) {
    objects.push_back("/objects/" + file.object.filename().string());
    command.read.push_back({file.object, objects.back()});
  }
  command.arguments = job.on_cuda() ? cuda_link_words(job, objects) : link_words(job, objects);
  command.environment = {"TMPDIR=/box"};
  command.folder = "/box";
  command.work_mib = work_mib;
  command.exports = {{"/box/worker", job.program, job.lab.build_limits.file_size_mib << 20}};
  return command;
}

}  // namespace gridmark::compile
