#pragma once
#include "gridmark/coordinates.h"
