Tensor flattened(const Tensor& x) {
  Tensor packed = Tensor::empty({x.numel()}, x.dtype(), x.place());
  const cudaError_t error = strided_copy(
      x.data<float>(), packed.data<float>(), static_cast<int>(x.size(0)), static_cast<int>(x.size(1)),
      static_cast<int>(x.strides()[0]), static_cast<int>(x.strides()[1]), nullptr);
  if (error != cudaSuccess) throw DeviceError(cudaGetErrorString(error));
  return packed;
}
