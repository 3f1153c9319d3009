#pragma once
#include "gridmark/device_properties.h"
#include "gridmark/graph_types.h"
#include "gridmark/launch_config.h"
#include "gridmark/memory_types.h"
#include "gridmark/runtime_types.h"
#include "gridmark/texture_types.h"
