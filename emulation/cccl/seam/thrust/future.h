#error \
    "thrust/future.h belongs to thrust::async, which is not on the emulated device, nor in CUDA 13: use streams and events of the runtime"
