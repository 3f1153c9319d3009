#pragma once
// CUDA C++ on the emulated device: everything that a .cu file sees without asking.
// The standard headers come first, because programs that nvcc compiles lean on its headers for them.
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <cstdlib>
#include <new>
#include <utility>

#include "gridmark/atomics.h"
#include "gridmark/coordinates.h"
#include "gridmark/device_functions.h"
#include "gridmark/device_heap.h"
#include "gridmark/device_printf.h"
#include "gridmark/launch.h"
#include "gridmark/launch_by_pointer.h"
#include "gridmark/math.h"
#include "gridmark/ptx.h"
#include "gridmark/qualifiers.h"
#include "gridmark/runtime_api.h"
#include "gridmark/textures.h"
#include "gridmark/vector_functions.h"
#include "gridmark/vector_types.h"
#include "gridmark/warp.h"
#ifdef __CUDACC__  // the driver's word for a .cu file
#include "gridmark/compiler_macros.h"
#endif
