#pragma once
#include "gridmark/runtime_types.h"
#include "gridmark/device_properties.h"
