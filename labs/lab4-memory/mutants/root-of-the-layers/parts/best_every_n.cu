int best_every_n(int layers, double, double) {
  int best = 1;
  while ((best + 1) * (best + 1) <= layers) ++best;
  return best;
}
