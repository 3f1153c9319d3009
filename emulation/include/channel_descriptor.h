#pragma once
#include "gridmark/runtime_textures.h"
