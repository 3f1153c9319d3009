// Runs lab 0's operations on the device, with the student's functions. A part for each subject:
#include "labs/lab0-warm-up/device_report_adaptor.cuh"
#include "labs/lab0-warm-up/nets_adaptor.cuh"
#include "labs/lab0-warm-up/pitfalls_adaptor.cuh"
#include "labs/lab0-warm-up/transfers_adaptor.cuh"
