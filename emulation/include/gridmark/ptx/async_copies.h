#pragma once
// Copies from global to shared memory that a device thread starts and later waits for.
extern "C" {
/// Copies `source_bytes`, then zeros up to `bytes`; when the thread waits for the copy's group.
void gridmark_copy_async(void* shared, const void* global, unsigned bytes, unsigned source_bytes);
/// Makes a group of the copies since the last one.
void gridmark_copy_async_commit(void);
/// Makes the copies of all groups of this thread but the last `groups_left`.
void gridmark_copy_async_wait(unsigned groups_left);
/// Makes all copies of this thread, those in no group too.
void gridmark_copy_async_wait_all(void);

/// Waits at barrier `id` (0..15) until `threads` device threads have come; 0 threads: the whole block.
void gridmark_named_barrier(unsigned id, unsigned threads);
/// Comes to barrier `id` without waiting.
void gridmark_named_barrier_arrive(unsigned id, unsigned threads);
}
