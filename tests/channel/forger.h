#pragma once
// Finds the meters of this process by the symbols of its own file, and changes them. A submission's code
// would have to do the same after passing the rules and the linker. Compiled without the counters' hooks.

/// Halves the global memory counts.
void halve_meters();
/// Adds a load of 4096 bytes by 32 lanes.
void add_to_meters();
/// Reports a grid to the checker that never ran.
void pretend_a_grid();
/// From now on a reply has half the bytes of the meters.
void halve_replies();
