#pragma once
#error "cuFFT is not there on the emulated device: include fftw3.h and link FFTW itself"
