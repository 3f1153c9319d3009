#pragma once
#include "device_memcpy.cuh"
