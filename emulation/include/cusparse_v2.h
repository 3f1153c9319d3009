#pragma once
#error \
    "cuSPARSE is not there on the emulated device: write the sparse product as a kernel, a thread or a warp for each row"
