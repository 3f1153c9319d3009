#pragma once
/// Version of these interfaces: CUDA 13's, plus parts of CUDA 12's that it dropped.
#define CUB_VERSION 300001
#define CUB_MAJOR_VERSION 3
#define CUB_MINOR_VERSION 0
#define CUB_SUBMINOR_VERSION 0
#define CUB_PATCH_NUMBER 1
