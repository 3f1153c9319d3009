// The ledger's hand grades and deliveries.
#include <fmt/format.h>

#include "grader/ledger/ledger.h"

namespace gridmark::ledger {
namespace {

std::int64_t hundredths_of(Points points) { return std::llround(points.value() * 100); }

HandGrade hand_grade_in(const Statement& row) {
  HandGrade one;
  one.number = row.number(0);
  one.at = row.text(1);
  one.student = row.text(2);
  one.lab = row.text(3);
  one.item = row.text(4);
  one.author = row.text(5);
  one.points = Points(static_cast<double>(row.number(6)) / 100);
  one.comment = row.text(7);
  one.content = row.text(8);
  one.seen = row.number(9);
  one.request = row.text(10);
  return one;
}

Delivery delivery_in(const Statement& row) {
  Delivery one;
  one.number = row.number(0);
  one.at = row.text(1);
  one.channel = value_of<DeliveryChannel>(row.text(2)).value_or(DeliveryChannel::mail);
  one.student = row.text(3);
  one.lab = row.text(4);
  one.content = row.text(5);
  one.state = value_of<DeliveryState>(row.text(6)).value_or(DeliveryState::begun);
  one.author = row.text(7);
  one.detail = row.text(8);
  return one;
}

}  // namespace

Result<std::int64_t> Ledger::note_hand_grade(const HandGrade& grade) {
  auto transaction = TRY(Transaction::begin(database_));
  if (!TRY(last_text(grade.student, grade.lab, "")))
    return failure(Error::Source::usage, database_.where(),
                   fmt::format("has no grade of \"{}\" for \"{}\"", grade.student, grade.lab));
  auto row =
      TRY(database_.prepare("INSERT OR IGNORE INTO hand_grades (at, student, lab, item, author, hundredths, "
                            "comment, content, seen, request) "
                            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  row.bind(1, grade.at).bind(2, grade.student).bind(3, grade.lab).bind(4, grade.item).bind(5, grade.author);
  row.bind(6, hundredths_of(grade.points)).bind(7, grade.comment).bind(8, grade.content).bind(9, grade.seen);
  TRY(row.bind(10, grade.request).run());
  auto found = TRY(database_.prepare("SELECT number FROM hand_grades WHERE request = ?"));
  TRY(found.bind(1, grade.request).step());
  const std::int64_t number = found.number(0);
  TRY(transaction.commit());
  return number;
}

Result<std::vector<HandGrade>> Ledger::hand_grades(const std::string& lab, const std::string& student) const {
  auto rows =
      TRY(database_.prepare("SELECT number, at, student, lab, item, author, hundredths, comment, content, "
                            "seen, request FROM hand_grades "
                            "WHERE lab = ?1 AND (?2 = '' OR student = ?2) ORDER BY number"));
  rows.bind(1, lab).bind(2, student);
  std::vector<HandGrade> all;
  while (TRY(rows.step())) all.push_back(hand_grade_in(rows));
  return all;
}

Result<void> Ledger::note_delivery(const Delivery& delivery) {
  auto transaction = TRY(Transaction::begin(database_));
  auto row =
      TRY(database_.prepare("INSERT INTO deliveries (at, channel, student, lab, content, state, author, "
                            "detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"));
  row.bind(1, delivery.at).bind(2, name_of(delivery.channel)).bind(3, delivery.student).bind(4, delivery.lab);
  row.bind(5, delivery.content)
      .bind(6, name_of(delivery.state))
      .bind(7, delivery.author)
      .bind(8, delivery.detail);
  TRY(row.run());
  if (delivery.state == DeliveryState::done)
    TRY(append({0,
                delivery.at,
                EventKind::delivered,
                delivery.student,
                delivery.lab,
                delivery.author,
                fmt::format("{}: {}", name_of(delivery.channel), delivery.detail),
                {}}));
  return transaction.commit();
}

Result<std::optional<Delivery>> Ledger::last_delivery(DeliveryChannel channel, const std::string& student,
                                                      const std::string& lab) const {
  auto row = TRY(database_.prepare(
      "SELECT number, at, channel, student, lab, content, state, author, detail FROM deliveries "
      "WHERE channel = ? AND student = ? AND lab = ? ORDER BY number DESC LIMIT 1"));
  row.bind(1, name_of(channel)).bind(2, student).bind(3, lab);
  if (!TRY(row.step())) return std::optional<Delivery>();
  return std::optional(delivery_in(row));
}

}  // namespace gridmark::ledger
