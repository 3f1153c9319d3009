#pragma once
// libstdc++'s, with a wait that a submission may ask for,
#include "gridmark/futex.h"
// which must be declared before:
#include_next <bits/atomic_wait.h>
