#pragma once
#include "gridmark/qualifiers.h"
