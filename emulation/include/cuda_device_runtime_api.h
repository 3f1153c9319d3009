#pragma once
#include "gridmark/runtime_api.h"
