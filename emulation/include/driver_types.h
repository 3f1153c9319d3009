#pragma once
#include "gridmark/device_properties.h"
#include "gridmark/runtime_types.h"
