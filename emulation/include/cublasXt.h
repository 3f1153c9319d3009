#pragma once
#error "cublasXt is not there on the emulated device: call cuBLAS with the matrices in device memory"
