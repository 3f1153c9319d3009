// Runs lab 2's operations on the device, with the student's functions. A part for each file:
#include "labs/lab2-mixed-precision/stability_adaptor.cuh"
#include "labs/lab2-mixed-precision/steps_adaptor.cuh"
#include "labs/lab2-mixed-precision/train_adaptor.cuh"
