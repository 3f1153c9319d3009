#pragma once
// The runtime API, and the typed overloads that C++ programs use instead of C's functions.
#include "gridmark/runtime_copies.h"
#include "gridmark/runtime_device.h"
#include "gridmark/runtime_graphs.h"
#include "gridmark/runtime_memory.h"
#include "gridmark/runtime_refused.h"
#include "gridmark/runtime_streams.h"
#include "gridmark/runtime_textures.h"
#ifdef __cplusplus
#include "gridmark/runtime_functions.h"
#else
#include "gridmark/runtime_in_c.inc"
#endif

#if defined(__cplusplus) && defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
// Stream 0 then means the calling host thread's default stream, in the whole program.
extern "C" int gridmark_use_default_stream_per_thread(void);
static const int gridmark_default_stream_choice __attribute__((unused)) =
    gridmark_use_default_stream_per_thread();
#endif
