#pragma once
// What was sent to a student, and whether it arrived.
#include <cstdint>
#include <string>

#include "base/enum_names.h"

namespace gridmark {

enum class DeliveryChannel {
  moodle,  ///< a zip with feedback files and a worksheet, for Moodle's import
  canvas,  ///< grade and comment through Canvas's API
  branch,  ///< a branch `feedback` in the student's repository
  mail
};

constexpr auto names(DeliveryChannel) {
  using enum DeliveryChannel;
  return EnumNames<DeliveryChannel, 4>{
      {{moodle, "moodle"}, {canvas, "canvas"}, {branch, "branch"}, {mail, "mail"}}};
}

enum class DeliveryState {
  begun,  ///< it may have been sent or not, until another entry says so
  done,
  failed  ///< it was not sent
};

constexpr auto names(DeliveryState) {
  using enum DeliveryState;
  return EnumNames<DeliveryState, 3>{{{begun, "begun"}, {done, "done"}, {failed, "failed"}}};
}

/// An entry of the ledger.
struct Delivery {
  std::int64_t number = 0;  ///< given by the ledger, in the order of writing
  std::string at;           ///< UTC, RFC 3339
  DeliveryChannel channel = DeliveryChannel::mail;
  std::string student, lab;
  std::string content;  ///< SHA-256 of what is sent: if it has not changed, nothing is sent again
  DeliveryState state = DeliveryState::begun;
  std::string author;
  std::string detail;  ///< an address, a file, or why it failed
};

}  // namespace gridmark
