#pragma once
#error "cuda_fp4.h (4-bit floating point) does not run on the emulated device: use cuda_fp16.h, or cuda_fp8.h"
