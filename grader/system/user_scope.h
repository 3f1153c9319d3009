#pragma once

namespace gridmark::system {

/// Gives this process, and so the sandboxes that it starts, control groups for memory and tasks where only a
/// systemd user session can: an ordinary user may make none beside the group that a login gives.
///
/// Starts this program again, with the same words, in a scope of the user's own; there it comes back. Comes
/// back at once where groups can be had without, for root, and where no such session answers.
void enter_user_scope();

}  // namespace gridmark::system
