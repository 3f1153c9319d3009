#pragma once
/// The version whose interfaces these headers have: CUDA 13's, and what it dropped of CUDA 12's.
#define CUB_VERSION 300001
#define CUB_MAJOR_VERSION 3
#define CUB_MINOR_VERSION 0
#define CUB_SUBMINOR_VERSION 0
#define CUB_PATCH_NUMBER 1
