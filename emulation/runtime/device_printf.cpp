// printf of a .cu file (gridmark/device_printf.h). The text of one call is never interleaved.
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "emulation/engine/visible.h"
#include "gridmark/engine.h"

namespace {

/// Number of arguments that the format needs: "%*d %%" needs two.
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

/// The text can lie in device memory. It is read in the toolkit's code, as printf does.
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
