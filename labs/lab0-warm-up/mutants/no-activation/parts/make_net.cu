std::shared_ptr<Module> make_net(std::int64_t in, std::int64_t hidden, std::int64_t out,
                                 Generator& generator) {
  auto first = std::make_shared<Linear>(in, hidden, generator);
  auto second = std::make_shared<Linear>(hidden, out, generator);
  return std::make_shared<Sequential>(first, second);
}
