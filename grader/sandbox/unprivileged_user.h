#pragma once
#include <sys/types.h>

namespace gridmark::sandbox {

/// Whom root becomes for a run: a number beyond the accounts of Debian's adduser, nobody in particular.
constexpr uid_t unprivileged_user = 60001;

/// False in a user namespace that has no room for it.
bool has_unprivileged_user();

/// Gives up root, with its groups and capabilities, for good; does nothing for an ordinary user.
/// Throws SandboxFailure.
void drop_root();

}  // namespace gridmark::sandbox
