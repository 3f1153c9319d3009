// A program with the attacks of a hostile submission: sandbox_hostile ATTACK ARGS...
#include <cstdio>

#include "tests/sandbox/hostile/attacks.h"

int main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "";
  const hostile::Arguments arguments(argv + (argc > 1 ? 2 : 1), argv + argc);
  for (const auto* attacks : {&hostile::escapes(), &hostile::exhaustion(), &hostile::memory(),
                              &hostile::neighbours(), &hostile::processes(), &hostile::trees()})
    if (const auto found = attacks->find(name); found != attacks->end()) return found->second(arguments);
  std::fprintf(stderr, "no such attack: %s\n", name.c_str());
  return 99;
}
