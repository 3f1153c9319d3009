#pragma once
#include <sys/types.h>

namespace gridmark::sandbox {

/// Whom root becomes for a run: a number beyond the accounts of Debian's adduser, nobody in particular.
constexpr uid_t unprivileged_user = 60001;

/// Gives up root, with its groups and capabilities, for good; does nothing for an ordinary user.
/// Throws SandboxFailure.
void drop_root();

}  // namespace gridmark::sandbox
