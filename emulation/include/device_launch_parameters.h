#pragma once
#ifdef __cplusplus
#include "gridmark/coordinates.h"
#endif
