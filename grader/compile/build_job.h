#pragma once
// The two commands of a build, which run in the sandbox.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/compile/submission_rules.h"
#include "grader/core/lab.h"
#include "grader/core/submission.h"
#include "grader/system/program_paths.h"
#include "grader/system/sandbox.h"

namespace gridmark::compile {

/// One build: where its parts lie on the host. Inside, every path is the same for every student.
struct BuildJob {
  const Lab& lab;
  const Submission& submission;
  Device device;
  Flavour flavour;
  const system::ProgramPaths& paths;
  std::filesystem::path program;       ///< to be made
  std::vector<CompiledFile> compiled;  ///< on the way to it

  bool on_cuda() const { return device == Device::cuda; }
  std::filesystem::path lab_headers() const { return lab.folder / "include"; }
};

/// The names that the trusted part of the job's worker offers and takes. The cuda device's are the emulated
/// one's.
std::filesystem::path worker_names(const BuildJob& job);

/// What has to be there before: the compiler, and what a submission is linked with.
std::vector<std::filesystem::path> prebuilt_parts(const BuildJob& job);

/// The compiler for the job's device with its options, without sources.
std::vector<std::string> compile_words(const BuildJob& job);

/// `files` of the job to objects, with the text that the compiler saw beside each.
system::SandboxCommand compile_command(const BuildJob& job, const std::vector<CompiledFile>& files);

/// Objects to the worker.
system::SandboxCommand link_command(const BuildJob& job);

}  // namespace gridmark::compile
