/// The generator at another position while it lives.
class Rewound {
 public:
  Rewound(Generator& generator, std::uint64_t position) : generator_(generator), before_(generator.position()) {
    generator_.set_position(position);
  }
  ~Rewound() { generator_.set_position(before_); }
  Rewound(const Rewound&) = delete;
  Rewound& operator=(const Rewound&) = delete;

 private:
  Generator& generator_;
  std::uint64_t before_;
};

Tensor checkpoint(const std::function<Tensor(const Tensor&)>& fn, const Tensor& x, Generator& generator) {
  const std::uint64_t position = generator.position();
  const bool for_x = x.requires_grad();
  // Rows of a data set have no history, and without one there would be no node for the parameters either.
  const Tensor entrance = for_x ? x : x.detach().set_requires_grad();
  const Saved saved(x, "checkpoint", "its operand");
  Tensor y;
  {
    const NoGrad no_grad;
    y = fn(x.detach());
  }
  return with_gradient(y.detach(), "checkpoint", {entrance}, [=, &generator](const Tensor& grad) {
    const Rewound as_before(generator, position);
    Tensor operand = saved.get().detach();
    if (for_x) operand.set_requires_grad();
    const WithGrad with_grad;
    fn(operand).backward(grad);
    return std::vector<Tensor>{operand.grad()};
  });
}
