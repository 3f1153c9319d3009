static Rows on_device(const Rows& rows) {
  return {rows.x.to(Place::device()), rows.labels.to(Place::device())};
}
