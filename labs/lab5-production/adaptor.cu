// Runs lab 5's operations on the device, with the student's functions.
#include "labkit/channel/worker.h"
#include "labs/lab5-production/monitor_adaptor.cuh"
#include "labs/lab5-production/trainer_adaptor.cuh"
