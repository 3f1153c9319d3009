#pragma once
#include <thrust/system/cuda/detail/on_host_thread.h>

#include <map>
#include <mutex>

GRIDMARK_THRUST_BEGIN
/// One memory resource of each kind for each device.
template <class Resource, class Derived>
Resource* get_per_device_resource(execution_policy<Derived>&) {
  static std::mutex mutex;
  static std::map<int, Resource> resources;
  int device = 0;
  throw_on_error(cudaGetDevice(&device));
  const std::lock_guard<std::mutex> lock(mutex);
  return &resources[device];
}
GRIDMARK_THRUST_END
