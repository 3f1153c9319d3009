#pragma once
// Finds the meters of this process by the symbols of its own file, and changes them: what code of a
// submission would have to do that got past the rules and the linker. Compiled without the counters' hooks.

/// Halves what the meters have of global memory.
void halve_meters();
/// As if 32 lanes had loaded 4096 bytes.
void add_to_meters();
/// A grid that the checker is told of, and that never ran.
void pretend_a_grid();
/// From now on a reply has half the bytes that the meters have.
void halve_replies();
