#pragma once
// Inline PTX: what the rewriter turns asm statements of device code into.
#include "gridmark/ptx/arithmetic.h"
#include "gridmark/ptx/bits.h"
#include "gridmark/ptx/compare.h"
#include "gridmark/ptx/convert.h"
#include "gridmark/ptx/matrix.h"
#include "gridmark/ptx/memory.h"
#include "gridmark/ptx/special_registers.h"
#include "gridmark/ptx/video.h"
#include "gridmark/ptx/warp.h"
