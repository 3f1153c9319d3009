#pragma once
#error "cuFFT is not available on the emulated device: include fftw3.h and link FFTW itself"
