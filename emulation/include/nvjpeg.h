#pragma once
#error "nvJPEG is not there on the emulated device: read and write images on the host"
