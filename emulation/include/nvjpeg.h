#pragma once
#error "nvJPEG is not available on the emulated device: read and write images on the host"
