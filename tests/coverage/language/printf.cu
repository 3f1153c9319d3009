// Feature: printf in kernels: numbers, strings, characters, pointers, widths, up to 32 arguments
#include "../check.h"

#include <unistd.h>
#include <string>

__global__ void print(const char* text, int n) {
  if (threadIdx.x != 3) return;
  printf("d=%d u=%u x=%#06x ld=%ld lld=%lld llu=%llu zu=%zu\n", -5, 7u, 255, -123456789012l, -1ll << 40,
         ~0ull, sizeof(int));
  printf("f=%.3f e=%e g=%g %%\n", 3.14159f, 1234.5, 1e-10);
  printf("s=%s c=%c %*d|%-5d|%5.1f\n", text, 'z', 6, n, n, 2.25);
  printf("block %d thread (%d,%d)\n", blockIdx.x, threadIdx.x, threadIdx.y);
  printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
         15, 16);
  const int none = printf("no newline");
  const int three = printf(": %*d%%%s", 1, 7, "");
  printf(" %s\n", none == 0 && three == 3 ? "ok then" : "failed");
}

int main() {
  int ends[2];
  if (pipe(ends)) return 1;
  fflush(stdout);
  const int screen = dup(1);
  dup2(ends[1], 1);
  char* text;
  CUDA(cudaMallocManaged(&text, 16));
  strcpy(text, "device");
  print<<<1, 8>>>(text, 42);
  CUDA(cudaDeviceSynchronize());
  fflush(stdout);
  dup2(screen, 1);
  close(ends[1]);
  std::string seen(4096, '\0');
  seen.resize(read(ends[0], &seen[0], seen.size()));
  const std::string expected =
      "d=-5 u=7 x=0x00ff ld=-123456789012 lld=-1099511627776 llu=18446744073709551615 zu=4\n"
      "f=3.142 e=1.234500e+03 g=1e-10 %\n"
      "s=device c=z     42|42   |  2.2\n"
      "block 0 thread (3,0)\n"
      "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n"
      "no newline: 7% ok then\n";
  CHECK(seen == expected);
  if (seen != expected) fputs(seen.c_str(), stdout);
  CUDA(cudaFree(text));
  return coverage::result();
}
