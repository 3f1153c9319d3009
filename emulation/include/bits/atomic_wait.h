#pragma once
// libstdc++'s, with a wait that a submission may ask for.
#include_next <bits/atomic_wait.h>
#include "gridmark/futex.h"
