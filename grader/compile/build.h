#pragma once
#include <filesystem>
#include <vector>

#include "grader/compile/kept_objects.h"
#include "grader/core/build.h"
#include "grader/core/error.h"
#include "grader/core/lab.h"
#include "grader/core/submission.h"
#include "grader/system/program_paths.h"
#include "grader/system/sandbox.h"

namespace gridmark::compile {

/// Compiles the student's .cu and .cpp files in the sandbox and links them with the prebuilt adaptor and
/// worker. What the student's code did wrong is the Build's outcome.
///
/// output  an existing folder; the program becomes output/worker.DEVICE.FLAVOUR
/// kept    what earlier compiles made, taken where a source is the same; without it all are compiled
/// errors  toolchain: a prebuilt part is missing; sandbox: it failed or was stopped
Result<Build> build(const Lab& lab, const Submission& submission, Device device, Flavour flavour,
                    const system::ProgramPaths& paths, const std::filesystem::path& output,
                    system::Sandbox& sandbox, const KeptObjects* kept = nullptr);

/// What the compiler says of one of the submission's sources, without the others; nothing is linked.
///
/// errors  as build
Result<Build> compile_file(const Lab& lab, const Submission& submission, Device device, Flavour flavour,
                           const system::ProgramPaths& paths, const std::filesystem::path& output,
                           system::Sandbox& sandbox, const std::string& source);

/// All flavours at once, a thread each, which share the lab's limit of CPU time on the emulated device;
/// results in the order of `flavours`. Only the emulated device counts, so the counted flavour is built for
/// it whatever `device` is.
Result<std::vector<Build>> build_all(const Lab& lab, const Submission& submission, Device device,
                                     const std::vector<Flavour>& flavours, const system::ProgramPaths& paths,
                                     const std::filesystem::path& output, system::Sandbox& sandbox,
                                     const KeptObjects* kept = nullptr);

}  // namespace gridmark::compile
