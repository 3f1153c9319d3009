#pragma once
#include <sys/types.h>

namespace gridmark::sandbox {

/// The user that root becomes for a run: an unused number beyond the accounts of Debian's adduser.
constexpr uid_t unprivileged_user = 60001;

/// False in a user namespace that does not have this user.
bool has_unprivileged_user();

/// Gives up root for good, with its groups and capabilities. Does nothing for an ordinary user. Throws
/// SandboxFailure.
void drop_root();

}  // namespace gridmark::sandbox
