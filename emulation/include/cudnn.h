#pragma once
#error \
    "cuDNN is not available on the emulated device: write the layers as kernels, or as products with cuBLAS"
