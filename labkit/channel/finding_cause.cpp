#include "labkit/channel/finding_cause.h"

namespace gridmark::channel {
namespace {

Cause::Kind kind_of(emulation::Finding::Kind kind) {
  switch (kind) {
    using enum emulation::Finding::Kind;
    case race:
      return Cause::Kind::race;
    case out_of_bounds:
      return Cause::Kind::out_of_bounds;
    case uninitialised_read:
      return Cause::Kind::uninitialised_read;
    case misaligned:
      return Cause::Kind::misaligned;
    case use_after_free:
      return Cause::Kind::use_after_free;
    case double_free:
      return Cause::Kind::double_free;
    case host_memory:
      return Cause::Kind::host_memory;
    case missing_synchronisation:
      return Cause::Kind::missing_synchronisation;
    case unchecked_error:
      return Cause::Kind::unchecked_error;
    case undefined_shuffle:
      return Cause::Kind::undefined_shuffle;
    case device_variable:
      return Cause::Kind::device_variable;
    case wrong_stream:
      return Cause::Kind::wrong_stream;
    case uncounted_access:
      break;  // a limit of gridmark's
  }
  return Cause::Kind::consequence;
}

}  // namespace

Cause cause_of(const emulation::Finding& finding) {
  Cause cause{kind_of(finding.kind), finding.message};
  if (finding.accesses.size() != 2) return cause;
  for (const emulation::RacingAccess& access : finding.accesses)
    cause.accesses.push_back(
        {access.place.file, access.place.line, access.thread, access.block, access.writes});
  return cause;
}

Failure failure_by(const emulation::Finding& finding, const std::string& subject) {
  return {"wrong_answer",   subject + ": " + finding.message, finding.place, "", finding.fixes,
          cause_of(finding)};
}

}  // namespace gridmark::channel
