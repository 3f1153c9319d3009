#include <cstdio>

std::string device_report() {
  while (true) std::printf("device 0: all of it is mine, compute capability 99.9\n");
}
