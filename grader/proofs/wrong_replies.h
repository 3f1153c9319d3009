#pragma once
// Do the tests notice a wrong reply? The solution answers, the checker puts something else in the place of
// one output, and every test that read it must fail or cost points. labkit/channel/wrong_reply.h says what it
// puts there.
#include <string>
#include <vector>

#include "grader/core/grade_record.h"
#include "grader/core/proof.h"
#include "grader/core/rubric.h"
#include "grader/core/test_result.h"

namespace gridmark::proofs {

/// A kind of wrong reply: the checker's name for it, and words.
struct WrongReplyKind {
  std::string name;   ///< "input_copy"
  std::string words;  ///< "a copy of an input"
};

/// All kinds, in the order in which they are tried.
const std::vector<WrongReplyKind>& wrong_reply_kinds();

/// One run of the checker against the solution with a wrong reply in the place of one output.
struct WrongReplyRun {
  CheckerResults results;
  GradeRecord record;  ///< what these would be worth
};

/// Whether the tests notice `kind`; one run for each output that the lab's operations have.
Proof prove_wrong_reply(const Rubric& rubric, Device device, const WrongReplyKind& kind,
                        const std::vector<WrongReplyRun>& runs);

/// The most outputs that an operation of the lab has, as a run says it.
int most_outputs(const CheckerResults& results);

}  // namespace gridmark::proofs
