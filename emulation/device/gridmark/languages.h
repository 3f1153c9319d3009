#pragma once
// Declarations of the host's API that C files read too: the parts that C++ has and C does not.
#ifdef __cplusplus
#define GRIDMARK_C_API_BEGIN extern "C" {
#define GRIDMARK_C_API_END }
#define GRIDMARK_DEFAULT(value) = value
#else
#define GRIDMARK_C_API_BEGIN
#define GRIDMARK_C_API_END
#define GRIDMARK_DEFAULT(value)
#endif
