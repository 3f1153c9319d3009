#error \
    "thrust::async is not on the emulated device, nor in CUDA 13: call thrust::for_each with thrust::cuda::par_nosync.on(stream)"
