#pragma once

/// Put it in front of a function that programs call through a declaration that only they include. A function
/// that a public header declares to these sources, too, is visible without it (gridmark_public_headers in
/// cmake/toolkit.cmake).
#define GRIDMARK_VISIBLE __attribute__((visibility("default")))
