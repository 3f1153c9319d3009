// Feature: cooperative groups: this_cluster
// Refused: no thread block clusters
#include <cooperative_groups.h>

#include "../check.h"
__global__ void cluster() { cooperative_groups::this_cluster(); }
int main() {
  cluster<<<1, 1>>>();
  return coverage::result();
}
