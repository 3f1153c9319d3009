#pragma once
#error "cublasXt is not available on the emulated device: call cuBLAS with the matrices in device memory"
