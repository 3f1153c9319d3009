cudaError_t select_device(int device) { return cudaSetDevice(device); }
