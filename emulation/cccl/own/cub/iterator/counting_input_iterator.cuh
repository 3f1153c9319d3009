#pragma once
#include "input_iterators.cuh"
