#pragma once
// Device mathematics beyond <math.h>.
#include <math.h>
#include <stdlib.h>

#include "gridmark/directed_rounding.h"
#include "gridmark/fast_math.h"
#include "gridmark/min_max.h"
#include "gridmark/qualifiers.h"
#include "gridmark/special_functions.h"
