#pragma GCC system_header
// System headers that a program includes for its host code alone (`#ifndef __CUDA_ARCH__`). The rewriter
// merges both sides into one text, so the driver includes these headers for both, from here, by their full
// paths.
#ifdef GRIDMARK_HOST_HEADER_1
#include GRIDMARK_HOST_HEADER_1
#endif
#ifdef GRIDMARK_HOST_HEADER_2
#include GRIDMARK_HOST_HEADER_2
#endif
#ifdef GRIDMARK_HOST_HEADER_3
#include GRIDMARK_HOST_HEADER_3
#endif
#ifdef GRIDMARK_HOST_HEADER_4
#include GRIDMARK_HOST_HEADER_4
#endif
#ifdef GRIDMARK_HOST_HEADER_5
#include GRIDMARK_HOST_HEADER_5
#endif
#ifdef GRIDMARK_HOST_HEADER_6
#include GRIDMARK_HOST_HEADER_6
#endif
#ifdef GRIDMARK_HOST_HEADER_7
#include GRIDMARK_HOST_HEADER_7
#endif
#ifdef GRIDMARK_HOST_HEADER_8
#include GRIDMARK_HOST_HEADER_8
#endif
