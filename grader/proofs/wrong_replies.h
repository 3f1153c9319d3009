#pragma once
// Checks that the tests notice wrong replies. The solution answers, the checker replaces one output, and
// every test that read it must fail or cost points. labkit/channel/wrong_reply.h lists the replacements.
#include <string>
#include <vector>

#include "grader/core/grade_record.h"
#include "grader/core/proof.h"
#include "grader/core/rubric.h"
#include "grader/core/test_result.h"

namespace gridmark::proofs {

/// A kind of wrong reply, with the checker's name for it and a description.
struct WrongReplyKind {
  std::string name;   ///< "input_copy"
  std::string words;  ///< "a copy of an input"
};

/// All kinds, in the order in which they are tried.
const std::vector<WrongReplyKind>& wrong_reply_kinds();

/// One run of the checker against the solution in which one output is replaced by a wrong reply.
struct WrongReplyRun {
  CheckerResults results;
  GradeRecord record;  ///< the grade for these results
};

/// Whether the tests notice `kind`. There is one run for each output of the lab's operations.
Proof prove_wrong_reply(const Rubric& rubric, Device device, const WrongReplyKind& kind,
                        const std::vector<WrongReplyRun>& runs);

/// The largest number of outputs of an operation of the lab, from the results of a run.
int most_outputs(const CheckerResults& results);

}  // namespace gridmark::proofs
