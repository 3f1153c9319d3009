// printf of a .cu file (gridmark/device_printf.h). One call's text stays in one piece.
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "emulation/engine/visible.h"
#include "gridmark/engine.h"

namespace {

/// How many arguments the format takes: "%*d %%" takes two.
int arguments_of(const char* format) {
  int arguments = 0;
  while ((format = std::strchr(format, '%')) != nullptr) {
    const char* end = format + 1 + std::strspn(format + 1, "-+ #0123456789.*hlLqjzt");
    if (*end == '\0') break;
    for (const char* at = format; at < end; ++at) arguments += *at == '*';
    arguments += *end != '%';
    format = end + 1;
  }
  return arguments;
}

}  // namespace

/// What it prints may lie in device memory: read on the toolkit's behalf, as printf reads it.
extern "C" GRIDMARK_VISIBLE int gridmark_puts(const char* text) { return std::puts(text) < 0 ? EOF : 1; }

extern "C" GRIDMARK_VISIBLE __attribute__((format(printf, 1, 2))) int gridmark_printf(const char* format,
                                                                                      ...) {
  if (gridmark::emulation::turn.in_kernel && !format) return -1;
  std::va_list arguments;
  va_start(arguments, format);
  const int written = std::vprintf(format, arguments);
  va_end(arguments);
  return gridmark::emulation::turn.in_kernel ? arguments_of(format) : written;
}
