#pragma once
#include "gridmark/memory_types.h"
