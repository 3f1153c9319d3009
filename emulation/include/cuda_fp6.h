#pragma once
#error "cuda_fp6.h (6-bit floating point) does not run on the emulated device: use cuda_fp16.h, or cuda_fp8.h"
