#include "grader/proofs/prove.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <regex>
#include <thread>

#include "grader/core/markdown.h"
#include "grader/load/file_text.h"
#include "grader/measure/list_tests.h"
#include "grader/pipeline/grading.h"
#include "grader/pipeline/make_submission.h"
#include "grader/proofs/handout_proof.h"
#include "grader/proofs/rubric_proofs.h"
#include "grader/proofs/wrong_replies.h"
#include "grader/system/process.h"
#include "grader/system/temp_folder.h"

namespace gridmark::proofs {
namespace {

namespace fs = std::filesystem;

/// Files below `folder`, in the form of links.
std::vector<std::string> files_below(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    files.push_back(entry->path().lexically_relative(folder).string());
  std::sort(files.begin(), files.end());
  return files;
}

constexpr int exit_drifted = 1;  ///< exit code of gridmark-make-starter --check

/// The first difference from gridmark-make-starter, in words: "saxpy.cu differs from line 24 on".
std::string first_difference(const std::string& shown) {
  static const std::regex hunk(R"(--- (.+) \(as it is\)\n.*\n@@ line ([0-9]+))");
  std::smatch found;
  if (std::regex_search(shown, found, hunk))
    return fmt::format("{} differs from line {} on", found[1].str(), found[2].str());
  return shown.substr(0, shown.find('\n'));
}

Result<Handout> read_handout(const Lab& lab) {
  Handout handout{lab.name, "", {}, files_below(lab.folder)};
  handout.text = TRY(load::file_text(lab.folder / "README.md", Error::Source::lab));
  for (const std::string& link : markdown_links(handout.text))
    if (std::error_code ignored; link.starts_with("../") && fs::exists(lab.folder / link, ignored))
      handout.files.push_back(link);  // a page of the course next to the labs
  for (const std::string& name : lab.files) {
    handout.starter[name] = TRY(load::file_text(lab.starter / name, Error::Source::lab));
  }
  return handout;
}

class LabProofs {
 public:
  LabProofs(const ProveRequest& request, const pipeline::Context& context,
            const std::function<void(const Proof&)>& done)
      : request_(request), rubric_(request.rubric), context_(context), done_(done) {}

  void run() {
    done_(prove_curves(rubric_));
    done_(prove_losable(rubric_, request_.cases));
    handout();
    drift();
    if (request_.quick || context_.stop.requested()) return;
    starter();
    if (!context_.stop.requested()) solution();
  }

 private:
  /// A proof that cannot be made has failed.
  void give_up(const std::string& name, const Error& error) {
    if (context_.stop.requested()) return;  // a stopped run proves nothing
    done_({rubric_.lab, name, "could not be looked at", {message_of(error)}, {}});
  }

  void handout() {
    const Result<Handout> handout = read_handout(request_.lab);
    if (handout)
      done_(prove_handout(*handout, rubric_));
    else
      give_up("handout", handout.error());
  }

  /// Checks that starter/NAME is generated from solutions/NAME.
  void drift() {
    const fs::path solution = context_.paths.source / "solutions" / rubric_.lab;
    system::ProcessRequest process;
    process.arguments = {context_.paths.build / "bin" / "gridmark-make-starter",
                         "--check",
                         "--from",
                         solution,
                         "--to",
                         request_.lab.starter};
    const Result<system::ProcessResult> ran = system::run_process(process, context_.stop);
    if (!ran) return give_up("drift", ran.error());
    Proof proof{
        rubric_.lab, "drift", fmt::format("solutions/{0} generates starter/{0}", rubric_.lab), {}, {}};
    if (ran->exit_code == exit_drifted)
      proof.complaints.push_back(
          fmt::format("it does not: {1}. Make it again with build/release/bin/gridmark-make-starter --from "
                      "solutions/{0} --to "
                      "starter/{0}",
                      rubric_.lab, first_difference(ran->output)));
    else if (ran->exit_code != 0)
      proof.complaints.push_back(ran->error_output);
    done_(proof);
  }

  pipeline::GradeRequest grade_request(const fs::path& submission) const {
    pipeline::GradeRequest request;
    request.lab = request_.lab;
    request.rubric = rubric_;
    request.submission = submission;
    return request;
  }

  /// Makes a folder with the case of this start, solution or starter.
  Result<void> make(CaseStart start, const fs::path& to) const {
    SubmissionCase whole;
    whole.lab = rubric_.lab;
    whole.start = start;
    return pipeline::make_submission(whole, context_.paths, to, context_.stop);
  }

  Result<GradeRecord> grade_starter() const {
    const system::TempFolder folder = TRY(system::TempFolder::make());
    const fs::path submission = folder.path() / "starter";
    TRY(make(CaseStart::starter, submission));
    return pipeline::grade(grade_request(submission), context_);
  }

  void starter() {
    const auto record = grade_starter();
    if (record)
      done_(prove_starter(rubric_, *record));
    else
      give_up("starter", record.error());
  }

  void solution() {
    const Result<system::TempFolder> folder = system::TempFolder::make();
    if (!folder) return give_up("solution", folder.error());
    const fs::path submission = folder->path() / "solution";
    if (const auto made = make(CaseStart::solution, submission); !made)
      return give_up("solution", made.error());
    const pipeline::GradeRequest request = grade_request(submission);
    const Result<pipeline::Grading> grading = pipeline::Grading::prepare(request, context_);
    if (!grading) return give_up("solution", grading.error());
    const Result<CheckerResults> seen = grading->measure();
    if (!seen) return give_up("solution", seen.error());
    reach(*seen);
    const Result<GradeRecord> record = grading->score(*seen);
    if (!record) return give_up("solution", record.error());
    done_(prove_solution(rubric_, *record));
    wrong_replies(*grading);
  }

  void reach(const CheckerResults& seen) {
    const auto listed = measure::list_tests(context_.paths.checker(rubric_.lab), context_.stop);
    if (!listed) return give_up("reach", listed.error());
    done_(prove_reach(rubric_, Device::emulated, seen, *listed));
  }

  struct Run {
    const WrongReplyKind* kind;
    int output;
    Result<WrongReplyRun> result;
  };

  static Result<WrongReplyRun> replaced(const pipeline::Grading& grading, const WrongReplyKind& kind,
                                        int output) {
    const CheckerResults results = TRY(grading.measure(fmt::format("{}:{}", kind.name, output)));
    const GradeRecord record = TRY(grading.score(results));
    return WrongReplyRun{results, record};
  }

  /// The first run gives the number of outputs.
  void wrong_replies(const pipeline::Grading& grading) {
    const auto& kinds = wrong_reply_kinds();
    std::vector<Run> runs{{&kinds.front(), 0, replaced(grading, kinds.front(), 0)}};
    if (!runs.front().result) return give_up("replies", runs.front().result.error());
    const int outputs = std::max(most_outputs(runs.front().result->results), 1);
    for (const WrongReplyKind& kind : kinds)
      for (int output = 0; output < outputs; ++output)
        if (&kind != &kinds.front() || output > 0) runs.push_back({&kind, output, WrongReplyRun{}});
    run_beside_each_other(grading, runs);
    if (context_.stop.requested()) return;
    for (const WrongReplyKind& kind : kinds) tell(kind, runs);
  }

  void run_beside_each_other(const pipeline::Grading& grading, std::vector<Run>& runs) const {
    std::atomic<std::size_t> next = 1;  // the first run is done
    const auto work = [&] {
      for (std::size_t i; !context_.stop.requested() && (i = next++) < runs.size();)
        runs[i].result = replaced(grading, *runs[i].kind, runs[i].output);
    };
    std::vector<std::jthread> workers;
    for (int i = 0; i < std::max(request_.jobs, 1); ++i) workers.emplace_back(work);
  }

  void tell(const WrongReplyKind& kind, const std::vector<Run>& runs) {
    std::vector<WrongReplyRun> seen;
    for (const Run& run : runs) {
      if (run.kind != &kind) continue;
      if (!run.result) return give_up("reply: " + kind.name, run.result.error());
      seen.push_back(*run.result);
    }
    done_(prove_wrong_reply(rubric_, Device::emulated, kind, seen));
  }

  const ProveRequest& request_;
  const Rubric& rubric_;
  const pipeline::Context& context_;
  const std::function<void(const Proof&)>& done_;
};

}  // namespace

void prove_lab(const ProveRequest& request, const pipeline::Context& context,
               const std::function<void(const Proof&)>& done) {
  LabProofs(request, context, done).run();
}

}  // namespace gridmark::proofs
