#pragma once
// Calls of the API that returned an error because an argument was wrong, and cudaDeviceReset: each explains
// errors that show up elsewhere.
#include <string>

#include "emulation/meters.h"

namespace gridmark::emulation {

/// The first call of the submission since forget_refused_calls() that explains a failure.
///
/// error    the one that came back ("cudaErrorInvalidValue"); empty: any
/// certain  the failure is known; else a counting flavour keeps still, because a refused call that the
/// program
///          deals with is no defect
/// returns  an empty message where there is none
Finding cause_of_failure(const std::string& error, bool certain);

void forget_refused_calls();

}  // namespace gridmark::emulation
