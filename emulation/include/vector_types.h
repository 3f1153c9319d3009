#pragma once
#include "gridmark/vector_types.h"
