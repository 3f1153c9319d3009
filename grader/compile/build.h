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
/// worker. Faults of the student's code become the Build's outcome.
///
/// output  an existing folder. The program becomes output/worker.DEVICE.FLAVOUR
/// kept    objects of earlier compiles, used for unchanged sources. Without it all are compiled
/// errors  toolchain: a prebuilt part is missing. sandbox: it failed or was stopped
Result<Build> build(const Lab& lab, const Submission& submission, Device device, Flavour flavour,
                    const system::ProgramPaths& paths, const std::filesystem::path& output,
                    system::Sandbox& sandbox, const KeptObjects* kept = nullptr);

/// Compiles one source of the submission without the others, for its messages. Nothing is linked.
///
/// errors  as build
Result<Build> compile_file(const Lab& lab, const Submission& submission, Device device, Flavour flavour,
                           const system::ProgramPaths& paths, const std::filesystem::path& output,
                           system::Sandbox& sandbox, const std::string& source);

/// Builds all flavours at once, one thread for each. On the emulated device they share the lab's limit of CPU
/// time. The results are in the order of `flavours`. Only the emulated device counts, so the counted flavour
/// is always built for it.
Result<std::vector<Build>> build_all(const Lab& lab, const Submission& submission, Device device,
                                     const std::vector<Flavour>& flavours, const system::ProgramPaths& paths,
                                     const std::filesystem::path& output, system::Sandbox& sandbox,
                                     const KeptObjects* kept = nullptr);

}  // namespace gridmark::compile
