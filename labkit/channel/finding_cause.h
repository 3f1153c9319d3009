#pragma once
#include "emulation/meters.h"
#include "labkit/channel/transport.h"
#include "protocol/cause.h"

namespace gridmark::channel {

/// The finding as the cause of a failure.
Cause cause_of(const emulation::Finding& finding);

/// The finding as a failure of `subject`, a function.
Failure failure_by(const emulation::Finding& finding, const std::string& subject);

/// The cause for memory that is never freed or an object that is never destroyed, at the line that makes it.
/// The failure's message has the words.
inline Cause cause_of_leak() { return {Cause::Kind::leak, ""}; }

}  // namespace gridmark::channel
