#pragma once
#include "output_iterators.cuh"
