#error "cub/grid is not on the emulated device: share the items out in the kernel, with blockIdx.x and gridDim.x"
