#pragma once
#error "cuFFT is not there on the emulated device: transform on the host (FFTW), or with a kernel of your own"
