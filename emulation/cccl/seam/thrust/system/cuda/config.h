#pragma once
// Thrust's device system on the emulated device. CCCL's own file would include CUB's machinery.
#include <thrust/detail/config.h>

#define THRUST_RUNTIME_FUNCTION
#define THRUST_DEVICE_FUNCTION __forceinline__
#define THRUST_HOST_FUNCTION __forceinline__
#define THRUST_FUNCTION __forceinline__
