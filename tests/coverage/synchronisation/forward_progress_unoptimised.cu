// Feature: forward progress in kernels that are compiled without optimisation, as for a debugger
// Link: -O0
// Counting does not interrupt: a thread gives way after a number of polls.
// Flavours: fast
#include "forward_progress.cu"
