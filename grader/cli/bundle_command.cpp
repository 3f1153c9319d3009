// gridmark bundle LAB --for SYSTEM: a lab as Gradescope or PrairieLearn grades it.
#include <fmt/format.h>

#include "grader/cli/commands.h"
#include "grader/cli/installation.h"
#include "grader/cli/terminal.h"
#include "grader/load/load_rubric.h"
#include "grader/pipeline/bundle.h"
#include "grader/pipeline/handout.h"
#include "grader/report/text.h"
#include "grader/system/process.h"
#include "grader/system/temp_folder.h"

namespace gridmark::cli {
namespace {

namespace fs = std::filesystem;

struct BundleOptions {
  std::string lab, system, to, zip, image;
};

constexpr const char* bundle_examples = R"(
Examples:
  gridmark bundle lab1-gpu-basics --for gradescope --zip autograder.zip      an archive to upload
  gridmark bundle lab1-gpu-basics --for prairielearn --to question --image registry.example/lab1

A bundle contains gridmark's sources, the lab with its hidden tests, and the scripts that the grading system runs. It
is for course staff and the grading system, so do not give it to students. Its README.md explains how to install it.
Exit codes: 0 written, 2 could not be written, 64 wrong usage.)";

Result<pipeline::Bundle> make_bundle(const BundleOptions& options, const Installation& installation) {
  Lab lab = TRY(load::load_lab(installation.course, options.lab));
  const Rubric rubric = TRY(load::load_rubric(lab.rubric, lab.name));
  const std::string image = options.image.empty() ? lab.name + "-grader" : options.image;
  return pipeline::Bundle{std::move(lab), total_points(rubric), points_by_hand(rubric), options.system,
                          image};
}

Result<void> write_files(const pipeline::Handout& files, const fs::path& folder) {
  for (const auto& [name, file] : files) TRY(pipeline::write_course_file(folder / name, file));
  return {};
}

/// CMake, which builds gridmark, writes archives as well.
Result<void> write_zip(const pipeline::Handout& files, const fs::path& zip) {
  const auto folder = TRY(system::TempFolder::make());
  TRY(write_files(files, folder.path()));
  system::ProcessRequest request;
  request.arguments = {"/usr/bin/cmake", "-E", "tar", "cf", fs::absolute(zip), "--format=zip", "--"};
  for (const auto& entry : fs::directory_iterator(folder.path()))
    request.arguments.push_back(entry.path().filename());
  request.folder = folder.path();
  static system::StopFlag stop;
  const auto ran = TRY(system::run_process(request, stop));
  if (ran.exit_code == 0) return {};
  return failure(Error::Source::filesystem, zip.string(),
                 "cannot be written: " + report::printable(ran.error_output));
}

Result<void> require_target(const BundleOptions& options) {
  if (options.to.empty() == options.zip.empty())
    return failure(Error::Source::usage, "",
                   "expected exactly one place for the bundle: --to DIR or --zip FILE");
  if (!options.zip.empty() && options.system != "gradescope")
    return failure(Error::Source::usage, "--zip", "works only for gradescope. Use --to DIR instead");
  if (!options.zip.empty()) return {};
  std::error_code ignored;
  if (!fs::exists(options.to, ignored) ||
      (fs::is_directory(options.to, ignored) && fs::is_empty(options.to, ignored)))
    return {};
  return failure(Error::Source::usage, options.to, "is not empty. Name an empty folder or a new one");
}

Result<std::size_t> write_bundle(const BundleOptions& options) {
  TRY(require_target(options));
  const auto installation = TRY(find_installation());
  const pipeline::Bundle bundle = TRY(make_bundle(options, installation));
  const auto files = TRY(pipeline::collect_bundle(installation.paths.source, bundle));
  TRY(options.zip.empty() ? write_files(files, options.to) : write_zip(files, options.zip));
  return files.size();
}

int run_bundle(const BundleOptions& options) {
  const auto written = write_bundle(options);
  if (!written) return refuse(written.error());
  fmt::print(
      "{}: {} files, with the hidden tests of {}. Do not give them to students.\n"
      "Next: follow its README.md\n",
      options.zip.empty() ? options.to : options.zip, *written, options.lab);
  return exit_passing;
}

}  // namespace

void add_bundle_command(CLI::App& app, int& exit_code) {
  static BundleOptions options;
  CLI::App* command = app.add_subcommand("bundle", "Write a lab's grader for Gradescope or PrairieLearn");
  command->footer(bundle_examples);
  command->add_option("LAB", options.lab, "The lab's name (`gridmark labs` lists them)")->required();
  command->add_option("--for", options.system, "The grading system")
      ->required()
      ->check(CLI::IsMember({"gradescope", "prairielearn"}))
      ->type_name("SYSTEM");
  command->add_option("--to", options.to, "Write to this folder, which must be empty or new")
      ->type_name("DIR");
  command->add_option("--zip", options.zip, "For gradescope: write an archive to upload")->type_name("FILE");
  command->add_option("--image", options.image, "For prairielearn: the name under which the image is pulled")
      ->type_name("NAME");
  command->callback([&exit_code] { exit_code = run_bundle(options); });
}

}  // namespace gridmark::cli
