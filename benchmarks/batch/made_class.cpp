#include "benchmarks/batch/made_class.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

#include "grader/load/load_case.h"
#include "grader/load/load_lab.h"
#include "grader/load/load_rubric.h"
#include "grader/pipeline/make_submission.h"

namespace gridmark::benchmarks {
namespace {

namespace fs = std::filesystem;

template <class T>
T value_or_end(Result<T> result) {
  if (result) return *std::move(result);
  fmt::print(stderr, "batch_class: {}\n", message_of(result.error()));
  std::exit(2);
}

bool is_code(const fs::path& file) {
  const std::string ending = file.extension().string();
  return ending == ".cu" || ending == ".h" || ending == ".cuh" || ending == ".cpp";
}

void vary(const fs::path& folder, int number) {
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error))
    if (!entry.is_symlink(error) && entry.is_regular_file(error) && is_code(entry.path()))
      std::ofstream(entry.path(), std::ios::app) << "\n// submission " << number << "\n";
}

}  // namespace

void make_class(const fs::path& folder, int count, const std::string& lab_name) {
  const system::ProgramPaths paths = value_or_end(system::find_program_paths());
  const Lab lab = value_or_end(load::load_lab(load::course_folders(paths.source), lab_name));
  const Rubric rubric = value_or_end(load::load_rubric(lab.rubric, lab.name));
  const auto cases = load::load_cases(paths.source, rubric);
  const system::StopFlag stop;
  for (int i = 0; i < count; ++i) {
    // The step has no common factor with most numbers of cases, so small classes are mixed, too.
    const SubmissionCase& example = cases[static_cast<std::size_t>(i) * 7 % cases.size()];
    const fs::path to = folder / fmt::format("s{:04}", i) / lab.name;
    fs::create_directories(to.parent_path());
    if (const auto made = pipeline::make_submission(example, paths, to, stop); !made) {
      fmt::print(stderr, "batch_class: {}: {}\n", example.name, message_of(made.error()));
      std::exit(2);
    }
    vary(to, i);
  }
}

void make_simulated_class(const fs::path& folder, int count, const std::string& lab_name) {
  const system::ProgramPaths paths = value_or_end(system::find_program_paths());
  const Lab lab = value_or_end(load::load_lab(load::course_folders(paths.source), lab_name));
  for (int i = 0; i < count; ++i) {
    const fs::path to = folder / fmt::format("s{:04}", i) / lab.name;
    fs::create_directories(to);
    fs::copy(lab.starter, to, fs::copy_options::recursive);
    vary(to, i);
  }
}

}  // namespace gridmark::benchmarks
