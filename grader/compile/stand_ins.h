#pragma once
// A submission of which a file is missing or does not compile is built with the starter's version of that
// file, so that the mistake costs the items of that file alone.
//
// Theory of operation. The starter's code earns nothing, which each lab's case `starter` proves, and a
// student could hand it in as it is. So a stand-in can give no point that the submission could not have had.
// It stands in only for what the compiler refuses: a submission that breaks a rule, or that the sandbox ends,
// stays unbuilt as a whole.
#include <string>
#include <vector>

#include "grader/compile/build.h"

namespace gridmark::compile {

/// A file in whose place the starter's version was built, and why.
struct StandIn {
  std::string file;
  Outcome outcome = Outcome::build_failed;  ///< or missing
  std::string reason;          ///< "does not compile: expected ‘;’ before ‘for’", "is missing"
  std::optional<Place> place;  ///< in the student's file
  std::vector<std::string> functions;  ///< what the lab calls of it: "matmul_tiled", "Net"
  std::vector<Fix> fixes = {};         ///< the compiler's own repair
};

struct BuiltSubmission {
  std::vector<Build> builds;  ///< with stand-ins: passed, with what the compiler said of the student's files
  Submission submission;      ///< as it was built
  std::vector<StandIn> stand_ins;      ///< none where the submission was built as it is
  std::vector<std::string> functions;  ///< what the lab calls of the other files
};

/// As build_all. Where that fails and stand-ins help, what they made; otherwise what build_all said.
Result<BuiltSubmission> build_with_stand_ins(const Lab& lab, const Submission& submission, Device device,
                                             const std::vector<Flavour>& flavours,
                                             const system::ProgramPaths& paths,
                                             const std::filesystem::path& output, system::Sandbox& sandbox,
                                             const KeptObjects* kept = nullptr);

}  // namespace gridmark::compile
