#include "grader/schedule/grade_child.h"

#include <fmt/format.h>

#include "grader/load/load_record.h"
#include "grader/report/text.h"
#include "grader/system/files.h"
#include "grader/system/process.h"

namespace gridmark::schedule {
namespace {

namespace fs = std::filesystem;

constexpr int tries = 2;
constexpr int wrong_usage = 64;

/// The last line of the grader's output, which is its message.
std::string last_line(const std::string& said) {
  const auto end = said.find_last_not_of("\r\n");
  if (end == said.npos) return "";
  const auto before = said.find_last_of("\r\n", end);
  std::string line =
      said.substr(before == said.npos ? 0 : before + 1, end - (before == said.npos ? 0 : before + 1) + 1);
  constexpr std::string_view prefix = "gridmark: ";
  return report::printable(line.starts_with(prefix) ? line.substr(prefix.size()) : line);
}

std::string why_ended(const system::ProcessResult& ran) {
  if (ran.timed_out) return fmt::format("the grader was ended after {:.0f} s", ran.seconds);
  if (ran.signal != 0) return fmt::format("the grader was ended by signal {}", ran.signal);
  const std::string said = last_line(ran.error_output);
  return said.empty() ? fmt::format("the grader ended with exit code {}", ran.exit_code) : said;
}

struct Tried {
  system::ProcessResult ran;
  Result<GradeRecord> record;
};

system::ProcessRequest request_for(const GradeTask& task, const GraderProgram& grader,
                                   const fs::path& record) {
  system::ProcessRequest request;
  request.arguments = grader.command;
  for (const std::string& word :
       {std::string("grade"), task.lab, std::string("--submission"), (task.work / "submission").string(),
        std::string("--record"), record.string(), std::string("--html"), (task.work / "report.html").string(),
        std::string("--device"), task.device})
    request.arguments.push_back(word);
  request.folder = task.work;
  request.timeout_seconds = grader.seconds;
  return request;
}

Result<Tried> try_once(const GradeTask& task, const GraderProgram& grader, const system::StopFlag& stop) {
  const fs::path record = task.work / "graded.json";
  std::error_code ignored;
  fs::remove(record, ignored);
  return system::run_process(request_for(task, grader, record), stop).map([&](system::ProcessResult ran) {
    const bool graded = ran.exit_code == 0 || ran.exit_code == 1;
    Error why{Error::Source::checker, "", graded ? "" : why_ended(ran)};
    Result<GradeRecord> read = tl::unexpected<Error>(std::move(why));
    if (graded)
      read = system::read_file(record, load::most_record_bytes).and_then([&](const std::string& text) {
        return load::load_record(text, record.string());
      });
    return Tried{std::move(ran), std::move(read)};
  });
}

/// Removes the batch's paths, which mean nothing to a reader and differ in each run.
std::string log_of(const Tried& tried, const fs::path& work) {
  std::string log = tried.ran.output + tried.ran.error_output;
  for (std::size_t at = 0; (at = log.find(work.string(), at)) != std::string::npos;)
    log.replace(at, work.string().size() + 1, "");
  return log;
}

}  // namespace

Result<ChildsGrade> grade_in_child(const GradeTask& task, const GraderProgram& grader,
                                   const system::StopFlag& stop) {
  Error why{Error::Source::checker, "", ""};
  std::string log;
  for (int i = 0; i < tries && !stop.requested(); ++i) {
    auto tried = TRY(try_once(task, grader, stop));
    log = log_of(tried, task.work);
    if (tried.record) return ChildsGrade{*std::move(tried.record), std::move(log)};
    why = tried.record.error();
    if (tried.ran.exit_code == wrong_usage) break;
  }
  why.message += log.empty() ? "" : "\n" + log;
  return tl::unexpected<Error>(why);
}

}  // namespace gridmark::schedule
