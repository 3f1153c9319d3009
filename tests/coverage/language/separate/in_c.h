#pragma once
#include <cuda_runtime.h>

enum of_interest {
  of_dim3,
  of_float3,
  of_double4,
  of_properties,
  of_copy_parameters,
  of_launch_config,
  of_node_parameters
};

#ifdef __cplusplus
extern "C" {
#endif
/// In bytes.
size_t size_in_c(enum of_interest type);
int doubled_in_c(float* values, int n);
int allocations_in_c(void);
double dot_in_c(void);
int uniform_in_c(float* values, int n);
int devices_in_c(void);
void launch_doubling(float* device, int n, dim3 block, cudaStream_t stream);
#ifdef __cplusplus
}
#endif
