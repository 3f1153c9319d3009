#pragma once
// CUDA C++ on the emulated device: everything that a .cu file sees without asking.
// The standard headers come first, because programs that nvcc compiles lean on its headers for them; before
// them what sees their copies.
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
#ifdef __cplusplus  // C files have the host's side alone
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
#ifdef __CUDACC__  // the driver's word for a .cu file
#include "gridmark/compiler_macros.h"
#endif
