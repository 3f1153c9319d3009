#pragma once

namespace gridmark::system {

/// Gives this process, and the sandboxes that it starts, control groups for memory and tasks if only a
/// systemd user session can: an ordinary user cannot make groups next to the group that a login gives.
///
/// Starts this program again with the same arguments in a scope of the user, and returns there. Returns at
/// once if groups can be made without it, for root, and if no such session answers.
void enter_user_scope();

}  // namespace gridmark::system
