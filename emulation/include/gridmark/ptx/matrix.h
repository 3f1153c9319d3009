#pragma once
#include "gridmark/ptx/registers.h"
