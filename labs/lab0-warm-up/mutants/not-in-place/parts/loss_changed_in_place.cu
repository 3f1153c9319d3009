Tensor loss_changed_in_place(const Tensor& x, float factor) { return sum(sigmoid(x) * factor); }
