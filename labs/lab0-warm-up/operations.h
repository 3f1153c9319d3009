#pragma once
// Operations that the checker of lab 0 can run in a submission.
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/channel/arrays.h"
#include "labkit/channel/circumstance.h"

namespace gridmark::lab0 {

/// Part 1. `expected` holds the values of CUDA itself, in the order of the submission's words and numbers in
/// `found`. Values that the call does not request are 0 in both.
struct AskDevices {
  static constexpr std::string_view name = "devices";

  enum class Question : int { count, describe, versions, select, report };
  Question question = Question::count;
  int devices = 1;              ///< number of devices in this run
  int current = 0, device = 0;  ///< the current device, and the one to describe
  int busy_device = -1;         ///< device with `busy_bytes` allocated during the call, none if below 0
  std::int64_t busy_bytes = 0;
  channel::Out<std::int64_t> found{numbers}, expected{numbers};
  channel::Out<char> found_text{text_bytes}, expected_text{text_bytes};

  auto fields() {
    return std::tie(question, devices, current, device, busy_device, busy_bytes, found, expected, found_text,
                    expected_text);
  }
  std::string subject() const {
    constexpr std::string_view names[] = {"count_devices", "describe_device", "read_versions",
                                          "select_device", "device_report"};
    return std::string(names[static_cast<int>(question)]);
  }
  std::string describe() const {
    const bool about_one = question == Question::describe || question == Question::select;
    return subject() + "(" + (about_one ? std::to_string(device) : "") + ") with " + std::to_string(devices) +
           (devices == 1 ? " device" : " devices");
  }

  static constexpr std::size_t numbers = 8, text_bytes = 2048;
};

/// The index of each number in AskDevices::found and ::expected.
namespace device_numbers {
enum { error, left_behind, current, first };                        // first: the count, or
enum { major = first, minor, total_bytes, free_bytes, allocated };  // of describe_device
enum { driver_major = first, driver_minor, runtime_major, runtime_minor };
}  // namespace device_numbers

/// Part 2: c = a * b for square matrices.
struct HelloMatmul {
  static constexpr std::string_view name = "hello_matmul";

  int n = 0;
  channel::In<float> a, b;  ///< [n,n]
  channel::Out<float> c;    ///< [n,n]
  channel::Circumstance circumstance = channel::Circumstance::usual;

  auto fields() { return std::tie(n, a, b, c, circumstance); }
  std::string subject() const { return "hello_matmul"; }
  std::string describe() const { return "hello_matmul(n=" + std::to_string(n) + ")"; }
};

struct TimeTransfers {
  static constexpr std::string_view name = "time_transfers";

  channel::In<float> host;
  channel::Out<float> back;
  channel::Out<double> found{4};     ///< to_device_ms, to_host_ms, to_device_mb_per_s, to_host_mb_per_s
  channel::Out<double> expected{2};  ///< ms there and back, measured with events around a plain copy
  channel::Circumstance circumstance = channel::Circumstance::usual;

  auto fields() { return std::tie(host, back, found, expected, circumstance); }
  std::string subject() const { return "time_transfers"; }
  std::string describe() const { return "time_transfers(count=" + std::to_string(host.size()) + ")"; }
};

struct CopyRows {
  static constexpr std::string_view name = "copy_rows";

  bool at_once = false;
  int rows = 0, columns = 0, stride = 0;
  channel::In<float> host;     ///< [rows,stride]
  channel::Out<float> device;  ///< [rows,columns]
  channel::Circumstance circumstance = channel::Circumstance::usual;

  auto fields() { return std::tie(at_once, rows, columns, stride, host, device, circumstance); }
  std::string subject() const { return at_once ? "copy_rows_at_once" : "copy_rows_one_by_one"; }
  std::string describe() const {
    return subject() + "(stride=" + std::to_string(stride) + ", rows=" + std::to_string(rows) +
           ", columns=" + std::to_string(columns) + ")";
  }
};

struct Step {
  static constexpr std::string_view name = "step";

  bool resident = false;
  int steps = 0;
  channel::In<float> before;
  channel::Out<float> after;
  channel::Circumstance circumstance = channel::Circumstance::usual;

  auto fields() { return std::tie(resident, steps, before, after, circumstance); }
  std::string subject() const { return resident ? "step_resident" : "step_with_round_trips"; }
  std::string describe() const {
    return subject() + "(count=" + std::to_string(before.size()) + ", steps=" + std::to_string(steps) + ")";
  }
};

/// make_pinned, start_upload, release_pinned.
struct Upload {
  static constexpr std::string_view name = "upload";

  channel::In<float> values;
  channel::Out<float> uploaded;
  channel::Out<int> facts{2};  ///< 1 if the memory is page-locked, 1 if start_upload() did not wait

  auto fields() { return std::tie(values, uploaded, facts); }
  std::string subject() const { return "make_pinned"; }
  std::string describe() const { return "make_pinned(" + std::to_string(values.size()) + ") and an upload"; }
};

/// start_upload alone. It must refuse this memory.
struct RefusedUpload {
  static constexpr std::string_view name = "refused_upload";

  std::uint64_t count = 0;
  channel::Circumstance circumstance = channel::Circumstance::usual;

  auto fields() { return std::tie(count, circumstance); }
  std::string subject() const { return "start_upload"; }
  std::string describe() const { return "start_upload(count=" + std::to_string(count) + ")"; }
};

/// Part 3: a + b, each on the host or on the device.
struct Add {
  static constexpr std::string_view name = "add";

  bool a_on_device = false, b_on_device = false;
  channel::In<float> a, b;
  channel::Out<float> c;
  channel::Out<int> c_on_device{1};
  channel::Out<char> message{512}, expected_message{512};  ///< from mismatch_message, and from the kit

  auto fields() {
    return std::tie(a_on_device, b_on_device, a, b, c, c_on_device, message, expected_message);
  }
  std::string subject() const { return "add_anywhere"; }
  std::string describe() const {
    return "a on the " + place(a_on_device) + " and b on the " + place(b_on_device);
  }
  static std::string place(bool on_device) { return on_device ? "device" : "host"; }
};

struct StridedCopy {
  static constexpr std::string_view name = "strided_copy";

  int rows = 0, columns = 0, row_stride = 0, column_stride = 0;
  channel::In<float> from;
  channel::Out<float> to;  ///< [rows,columns]
  channel::Circumstance circumstance = channel::Circumstance::usual;

  auto fields() { return std::tie(rows, columns, row_stride, column_stride, from, to, circumstance); }
  std::string subject() const { return "strided_copy"; }
  std::string describe() const {
    return "strided_copy(rows=" + std::to_string(rows) + ", columns=" + std::to_string(columns) +
           ", row_stride=" + std::to_string(row_stride) + ", column_stride=" + std::to_string(column_stride) +
           ")";
  }
};

/// can_be_viewed and flattened, for a complete matrix [rows,columns], its transpose, or a strip of its
/// columns.
struct Flatten {
  static constexpr std::string_view name = "flatten";

  enum class Look : int { whole, transposed, strip };
  Look look = Look::whole;
  int rows = 0, columns = 0;  ///< of the matrix, before the view is made
  int first = 0, width = 0;   ///< columns of a strip
  channel::In<float> x;          ///< [rows,columns]
  channel::Out<float> flat;
  channel::Out<int> facts{2};  ///< result of can_be_viewed(), 1 if the result shares x's memory

  auto fields() { return std::tie(look, rows, columns, first, width, x, flat, facts); }
  std::string subject() const { return "flattened"; }
  std::string describe() const {
    constexpr std::string_view looks[] = {"", ", transposed", ", some of its columns"};
    return "flattened([" + std::to_string(rows) + ", " + std::to_string(columns) + "]" +
           std::string(looks[static_cast<int>(look)]) + ")";
  }
};

struct Hazard {
  static constexpr std::string_view name = "hazard";

  bool in_place = false;
  float factor = 1;
  channel::In<float> x;
  channel::Out<float> gradient;
  channel::Out<double> loss{1};
  channel::Out<char> message{512}, expected_message{512};  ///< from hazard_message, and from the kit

  auto fields() { return std::tie(in_place, factor, x, gradient, loss, message, expected_message); }
  std::string subject() const { return in_place ? "loss_changed_in_place" : "loss_kept"; }
  std::string describe() const {
    const int halves = static_cast<int>(factor * 2);  // the checker asks for halves
    return subject() + "(factor=" + std::to_string(halves / 2) + (halves % 2 ? ".5" : "") + ")";
  }
};

struct NetShape {
  int in = 0, hidden = 0, out = 0;
};

inline std::string text_of(const NetShape& net) {
  return std::to_string(net.in) + "-" + std::to_string(net.hidden) + "-" + std::to_string(net.out);
}

/// A net from make_net(), and its answers.
struct MakeNet {
  static constexpr std::string_view name = "make_net";

  NetShape net;
  std::uint64_t seed = 0;
  channel::In<float> x;         ///< [rows,in]
  channel::Out<float> answers;  ///< [rows,out]
  channel::Out<float> weights;  ///< weight, bias, weight, bias
  channel::Out<int> on_host{1};

  auto fields() { return std::tie(net.in, net.hidden, net.out, seed, x, answers, weights, on_host); }
  std::string subject() const { return "make_net"; }
  std::string describe() const { return "make_net for " + text_of(net); }
};

/// The training of a net with weights from the checker.
struct Train {
  static constexpr std::string_view name = "train";

  NetShape net;
  bool classifies = false;
  int steps = 0;
  float rate = 0;
  channel::In<float> weights;  ///< before the first step: weight, bias, weight, bias
  channel::In<float> x;        ///< [rows,in]
  channel::In<float> target;   ///< [rows,out], of a regression
  channel::In<int> labels;     ///< [rows], of a classifier
  channel::Out<float> losses;  ///< [steps], as the submission returns them

  auto fields() {
    return std::tie(net.in, net.hidden, net.out, classifies, steps, rate, weights, x, target, labels, losses);
  }
  std::string subject() const { return classifies ? "train_classifier" : "train_regression"; }
  std::string describe() const { return subject() + " with a net " + text_of(net); }
};

}  // namespace gridmark::lab0
