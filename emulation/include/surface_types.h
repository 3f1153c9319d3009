#pragma once
#include "gridmark/texture_types.h"
