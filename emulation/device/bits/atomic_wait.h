#pragma once
// libstdc++'s header, with a wait that a submission may use,
#include "gridmark/futex.h"
// declared before the include:
#include_next <bits/atomic_wait.h>
