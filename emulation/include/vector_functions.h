#pragma once
#include "gridmark/vector_functions.h"
