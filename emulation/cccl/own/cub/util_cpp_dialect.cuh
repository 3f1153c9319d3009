#pragma once
#include "util_device.cuh"
