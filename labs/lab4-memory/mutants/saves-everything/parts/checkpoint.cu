Tensor checkpoint(const std::function<Tensor(const Tensor&)>& fn, const Tensor& x, Generator&) { return fn(x); }
