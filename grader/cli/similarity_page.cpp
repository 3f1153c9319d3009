#include "grader/cli/similarity_page.h"

#include <algorithm>
#include <sstream>

#include "grader/cli/terminal.h"
#include "grader/core/results_file.h"
#include "grader/system/files.h"

namespace gridmark::cli {
namespace {

namespace fs = std::filesystem;

/// The state of a page: its format, labs and folders of earlier works, a line each. Pages of other formats
/// are out of date.
constexpr std::string_view page_format = "clusters\n";
constexpr std::string_view folder_mark = "compare ";

fs::path state_file(const fs::path& results) { return results / ".similarity"; }

std::string kept_state(const fs::path& results) {
  constexpr std::int64_t most_bytes = 256 << 10;
  return system::read_file(state_file(results), most_bytes).value_or("");
}

std::vector<std::string> kept_folders(const fs::path& results) {
  std::vector<std::string> folders;
  std::istringstream lines(kept_state(results));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(folder_mark)) folders.push_back(line.substr(folder_mark.size()));
  return folders;
}

std::vector<std::string> folders_of(const BatchOptions& options) {
  if (options.compare.empty()) return kept_folders(options.results);
  if (options.compare == std::vector<std::string>{"none"}) return {};
  std::vector<std::string> folders;
  for (const std::string& folder : options.compare)
    folders.push_back(fs::absolute(folder).lexically_normal().string());
  return folders;
}

}  // namespace

Result<SimilarityPage> SimilarityPage::plan(const BatchOptions& options,
                                            const std::vector<schedule::BatchLab>& labs) {
  const std::vector<std::string> folders = folders_of(options);
  SimilarityPage page;
  page.results_ = options.results;
  page.labs_ = &labs;
  page.named_ = !options.compare.empty();
  page.state_ = page_format;
  for (const schedule::BatchLab& lab : labs) page.state_ += lab.lab.name + "\n";
  for (const std::string& folder : folders) page.state_ += std::string(folder_mark) + folder + "\n";
  auto earlier = schedule::find_earlier_works(folders, labs);
  if (!earlier && !page.named_)
    earlier.error().message += ". An earlier call named it. Use --compare none to leave it out";
  page.earlier_ = TRY(std::move(earlier));
  return page;
}

bool SimilarityPage::write(const std::vector<schedule::PlanLine>& lines, const schedule::Planner& planner,
                           const fs::path& mirrors, const system::StopFlag& stop) const {
  const fs::path page = results_file(results_, ResultsFile::similarity);
  std::error_code ignored;
  const bool news =
      named_ || kept_state(results_) != state_ ||
      std::any_of(lines.begin(), lines.end(), [](const schedule::PlanLine& line) { return line.fresh; });
  if (!news && fs::exists(page, ignored)) return true;
  fs::remove(page, ignored);
  if (stop.requested()) return false;
  const auto written =
      system::write_file_atomically(state_file(results_), state_)
          .and_then([&] {
            return schedule::compare_works({*labs_, lines, earlier_, planner, mirrors}, stop);
          })
          .and_then([&](const std::vector<report::AlikeLab>& alike) {
            return system::write_file_atomically(page, report::print_similarity(alike));
          });
  if (!written) print_error(written.error());
  return written.has_value();
}

}  // namespace gridmark::cli
