#pragma once

/// In front of a function that programs call by a declaration which only they include. Functions that a
/// public header declares to these sources, too, are visible without it (gridmark_public_headers in
/// cmake/toolkit.cmake).
#define GRIDMARK_VISIBLE __attribute__((visibility("default")))
