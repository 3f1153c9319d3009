#error \
    "thrust::async is not on the emulated device, nor in CUDA 13: call thrust::sort with thrust::cuda::par_nosync.on(stream)"
