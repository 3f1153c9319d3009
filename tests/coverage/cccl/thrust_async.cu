// Feature: Thrust: thrust::async
// Refused: thrust::async is not on the emulated device
#include <thrust/async/reduce.h>
#include <thrust/device_vector.h>

int main() {
  thrust::device_vector<int> values(10, 1);
  return thrust::async::reduce(values.begin(), values.end()).get() == 10 ? 0 : 1;
}
