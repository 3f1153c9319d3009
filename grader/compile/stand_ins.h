#pragma once
// A file that is missing or does not compile is replaced by the starter's version, so that the mistake costs
// only the items of that file.
//
// Theory of operation. The starter's code earns nothing, which the case `starter` of each lab proves. A
// student could also hand it in unchanged. So a stand-in gives no points that the submission could not have
// earned without it. Only files that the compiler refuses are replaced. A submission that breaks a rule, or
// that the sandbox ends, is not built at all.
#include <string>
#include <vector>

#include "grader/compile/build.h"

namespace gridmark::compile {

/// A file that the starter's version replaced, and why.
struct StandIn {
  std::string file;
  Outcome outcome = Outcome::build_failed;  ///< build_failed or missing
  std::string reason;          ///< "does not compile: expected ‘;’ before ‘for’", "is missing"
  std::optional<Place> place;  ///< in the student's file
  std::vector<std::string> functions;  ///< names in it that the lab calls: "matmul_tiled", "Net"
  std::vector<Fix> fixes = {};         ///< the compiler's own repair
};

struct BuiltSubmission {
  std::vector<Build> builds;           ///< with stand-ins: passed, with messages about the student's files
  Submission submission;               ///< as it was built
  std::vector<StandIn> stand_ins;      ///< none if the submission was built unchanged
  std::vector<std::string> functions;  ///< names in the other files that the lab calls
};

/// Like build_all. If that fails and stand-ins help, returns the builds with them, else the result of
/// build_all.
Result<BuiltSubmission> build_with_stand_ins(const Lab& lab, const Submission& submission, Device device,
                                             const std::vector<Flavour>& flavours,
                                             const system::ProgramPaths& paths,
                                             const std::filesystem::path& output, system::Sandbox& sandbox,
                                             const KeptObjects* kept = nullptr);

}  // namespace gridmark::compile
