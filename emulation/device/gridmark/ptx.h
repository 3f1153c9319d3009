#pragma once
// Inline PTX: the code that the rewriter produces for asm statements of device code.
#include "gridmark/ptx/arithmetic.h"
#include "gridmark/ptx/bits.h"
#include "gridmark/ptx/compare.h"
#include "gridmark/ptx/convert.h"
#include "gridmark/ptx/matrix.h"
#include "gridmark/ptx/memory.h"
#include "gridmark/ptx/special_registers.h"
#include "gridmark/ptx/video.h"
#include "gridmark/ptx/warp.h"
