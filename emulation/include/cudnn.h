#pragma once
#error "cuDNN is not there on the emulated device: write the layers as kernels, or as products with cuBLAS"
