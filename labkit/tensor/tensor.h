#pragma once
// A small tensor kit for labs and for students' networks. This header includes all of it.
//
//   using namespace gridmark::tensor;
//   Generator generator(1);
//   Linear layer(784, 10, generator);
//   layer.to(Device::cuda());
//   SGD optimizer(layer.parameters(), 0.1f);
//   Tensor loss = cross_entropy(layer.forward(images), labels);
//   loss.backward();
//   optimizer.step();
//   optimizer.zero_grad();
//
// Reading order: types.h, handle.h (Tensor), operations.h, graph.h (gradients), memory.h (the allocator).
// The same sources serve the emulated device and a GPU. On the emulated device every run gives the same bits.
#include "labkit/tensor/cast_policy.h"
#include "labkit/tensor/datasets.h"
#include "labkit/tensor/errors.h"
#include "labkit/tensor/graph.h"
#include "labkit/tensor/handle.h"
#include "labkit/tensor/layers.h"
#include "labkit/tensor/memory.h"
#include "labkit/tensor/module.h"
#include "labkit/tensor/named_tensor.h"
#include "labkit/tensor/operations.h"
#include "labkit/tensor/optimizer.h"
#include "labkit/tensor/prefetch.h"
#include "labkit/tensor/random.h"
#include "labkit/tensor/stream.h"
#include "labkit/tensor/transformer.h"
#include "labkit/tensor/types.h"
