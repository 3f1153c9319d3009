#pragma once
#error \
    "sharing memory with EGL is not available on the emulated device, which draws nothing: copy results to the host with cudaMemcpy"
