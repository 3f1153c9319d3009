// Feature: a kernel that has not run when the program ends, because nothing waited for it, is reported
// Findings: missing synchronisation: the program ended before kernel hello (launched at never_waited_for.cu:16) had run, because nothing waited for it
#include <cstdio>

#include "../check.h"

__global__ void hello() {
  printf("hello from thread %d\n", threadIdx.x);
}

int main() {
  hello<<<1, 1>>>();
  const int result = coverage::result();
  // These errors are never shown.
  if (result == 0) {
    hello<<<1, 2>>>();
  }
  return result;
}
