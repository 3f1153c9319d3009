#pragma once

namespace gridmark::emulation {

/// True once a thread of this operating-system thread's block started an asynchronous copy or came to a
/// numbered barrier.
extern thread_local bool block_has_extras;
/// Before the next block: copies that nobody waited for, and half-met barriers, are gone.
void forget_block_extras();

}  // namespace gridmark::emulation
