#pragma once
// API calls that returned an error because an argument was wrong, and cudaDeviceReset. Each of them explains
// errors that appear elsewhere.
#include <string>

#include "emulation/meters.h"

namespace gridmark::emulation {

/// The first call of the submission since forget_refused_calls() that explains a failure.
///
/// error    the error that came back ("cudaErrorInvalidValue"), or any if empty
/// certain  the failure is known. Otherwise a counting flavour returns nothing, because a refused call that
///          the program handles is not a defect
/// returns  an empty message if there is none
Finding cause_of_failure(const std::string& error, bool certain);

void forget_refused_calls();

}  // namespace gridmark::emulation
