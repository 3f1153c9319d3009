#pragma once
// CUDA C++ on the emulated device: everything that a .cu file sees without an include. The standard headers
// come first, because programs for nvcc rely on its headers to include them. Before them comes the header
// that makes their copies visible to the counters.
#ifdef __cplusplus
#include "gridmark/counted_memory.h"
#endif
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __cplusplus
#include <cmath>
#include <cstdlib>
#include <new>
#include <utility>
#endif

#include "gridmark/qualifiers.h"
#include "gridmark/runtime_api.h"
#include "gridmark/vector_functions.h"
#include "gridmark/vector_types.h"
#ifdef __cplusplus  // C files use only the host's side
#include "gridmark/atomics.h"
#include "gridmark/coordinates.h"
#include "gridmark/device_functions.h"
#include "gridmark/device_heap.h"
#include "gridmark/device_printf.h"
#include "gridmark/launch.h"
#include "gridmark/launch_by_pointer.h"
#include "gridmark/math.h"
#include "gridmark/missing_return.h"
#include "gridmark/ptx.h"
#include "gridmark/textures.h"
#include "gridmark/warp.h"
#endif
#ifdef __CUDACC__  // the driver defines it for a .cu file
#include "gridmark/compiler_macros.h"
#endif
