#pragma once
// Mistakes that students make in transfers.cu, and their results.
#include <algorithm>
#include <cstring>
#include <deque>

#include "labkit/oracle/matmul.h"
#include "labkit/oracle/product_hypotheses.h"
#include "labs/lab0-warm-up/tests/ask.h"

namespace gridmark::lab0 {

using repairs::Repair;


inline std::size_t area(int rows, int columns) {
  return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

/// Relative RMSE of FP32 sums against FP64. FP16 inputs alone give 2.6e-4.
inline constexpr double tolerance = 1e-5;

inline const channel::Meters& meters() { return channel::last_reply().meters; }

// ------------------------------------------------------------------------------------------- products

inline HelloMatmul random_product(int n, float low = -1, float high = 1) {
  return {n, channel::In<float>(any_values(area(n, n), low, high)),
          channel::In<float>(any_values(area(n, n), low, high)), channel::Out<float>(area(n, n))};
}

inline oracle::Comparison compared(const HelloMatmul& op, const oracle::CauseSearch& search = {}) {
  const auto expected = oracle::matmul(op.a.values(), op.b.values(), op.n, op.n, op.n);
  return oracle::compare_relative_rmse(op.c.values(), expected, tolerance,
                                       {"c", static_cast<std::size_t>(op.n)}, search);
}

/// The fault in the copies of the last call, or "" if they moved the right bytes.
inline oracle::Diagnosis wrong_copies(std::size_t count) {
  const std::size_t bytes = count * sizeof(float), there = meters().host_to_device.bytes,
                    back = meters().device_to_host.bytes;
  const std::string in_bytes = ": the size of a copy is in bytes. Multiply the number of elements with sizeof(float)";
  if (meters().device_to_host.count == 0)
    return {"c was never copied to the host: end with a cudaMemcpy to it", Repair::copy_back};
  if (back == count)
    return {fmt::format("{} bytes were copied back, and c has {}{}", back, bytes, in_bytes), Repair::copy_bytes};
  if (there == 2 * count || there == bytes + count)
    return {fmt::format("{} bytes were copied to the device, and a and b have {}{}", there, 2 * bytes, in_bytes),
            Repair::copy_bytes};
  if (there == bytes)
    return fmt::format("{} bytes were copied to the device, and a and b have {}: copy both of them", there, 2 * bytes);
  return "";
}

/// Made once. Most sizes are not a multiple of any tile, and one is a multiple of many.
inline const std::deque<HelloMatmul>& telling_products() {
  static std::deque<HelloMatmul> told;
  static bool asked = false;
  if (std::exchange(asked, true)) return told;
  for (HelloMatmul op : {random_product(187, -3, 3), random_product(128, -3, 3)})
    if (channel::try_out(op)) told.push_back(op);
  return told;
}

inline oracle::Trial trial_of(const HelloMatmul& op) {
  return {{op.c.values(), static_cast<std::size_t>(op.n)},
          oracle::matmul(op.a.values(), op.b.values(), op.n, op.n, op.n),
          oracle::product_hypotheses({op.a.values(), op.b.values(), op.n, op.n, op.n})};
}

/// The cause of the last wrong answer, as the end of a message, or "" if no hypothesis fits.
inline oracle::Diagnosis cause_of(const HelloMatmul& op) {
  if (oracle::Diagnosis copies = wrong_copies(area(op.n, op.n)); !copies.empty()) return copies;
  std::vector<oracle::Trial> trials{trial_of(op)};
  for (const HelloMatmul& told : telling_products()) trials.push_back(trial_of(told));
  return oracle::common_cause(trials);
}

// ------------------------------------------------------------------------------------------- steps

/// Elements below `end` after `steps` times `one`. The others keep their values.
template <class One>
oracle::Hypothesis stepped(oracle::Diagnosis cause, const Step& op, int steps, std::size_t end, One one) {
  return {std::move(cause), [&op, steps, end, one](std::size_t) {
            oracle::Row row;
            for (const float before : op.before.values()) {
              double value = static_cast<double>(before);
              for (int step = 0; step < steps && row.size() < end; ++step) value = one(value);
              row.push_back({value});
            }
            return row;
          }};
}

/// The first element of each block can have any value, since all threads of the block may step it. The others
/// keep their values.
inline oracle::Hypothesis without_thread(const Step& op, std::size_t block) {
  return {{"only the first element of each block has changed: the index lacks threadIdx.x, or has threadIdx.y or "
           "threadIdx.z, which are 0",
           {Repair::match_component, "threadIdx"}},
          [&op, block](std::size_t) {
            oracle::Row row;
            for (const float before : op.before.values())
              row.push_back(row.size() % block == 0 ? oracle::Element{} : oracle::Element{static_cast<double>(before)});
            return row;
          }};
}

/// Without this check, the mistake would fit an answer in which nothing has changed.
inline bool changes_the_first_alone(const Step& op) {
  const auto before = op.before.values(), after = op.after.values();
  return before.size() > 1 && after[0] != before[0] && after[1] == before[1];
}

inline std::vector<oracle::Hypothesis> step_hypotheses(const Step& op) {
  const std::size_t count = op.before.size();
  const auto right = [](double x) { return 0.99 * x + 1; };
  std::vector<oracle::Hypothesis> mistakes{
      stepped("host is as it was before the call: copy the result back to it", op, 0, count, right),
      stepped({"the result shows only one step: each step must start from the result of the one before",
               Repair::launch_each_step},
              op, 1, count, right),
      stepped("one step is missing: the loop makes steps - 1 of them", op, op.steps - 1, count, right),
      stepped("there is one step too many: the loop makes steps + 1 of them", op, op.steps + 1, count, right),
      stepped("only the first quarter has changed: the size of a copy is in bytes. Multiply the number of elements with "
              "sizeof(float)",
              op, op.steps, count / sizeof(float), right),
      stepped("each step adds 1 before it multiplies: it is 0.99 * x + 1", op, op.steps, count,
              [](double x) { return 0.99 * (x + 1); }),
      stepped("each step lacks the + 1: it is 0.99 * x + 1", op, op.steps, count, [](double x) { return 0.99 * x; }),
      stepped("each step lacks the factor: it is 0.99 * x + 1", op, op.steps, count, [](double x) { return x + 1; })};
  for (const std::size_t block : {32u, 64u, 128u, 256u, 512u, 1024u}) {
    const std::size_t end = count / block * block;
    mistakes.push_back(stepped(fmt::format("the elements from {} on are as before: the number of blocks is rounded down. "
                                           "Round it up: (count + block - 1) / block",
                                           end),
                               op, op.steps, end, right));
    mistakes.push_back(stepped({fmt::format("only the first {} elements have changed: the index lacks blockIdx, or the "
                                            "grid has 1 block",
                                            block),
                                Repair::cover_all},
                               op, op.steps, block, right));
    if (changes_the_first_alone(op)) mistakes.push_back(without_thread(op, block));
  }
  return mistakes;
}

/// The correct values after the steps.
inline std::vector<double> right_steps(const Step& op) {
  const auto before = op.before.values();
  std::vector<double> values(before.begin(), before.end());
  for (double& value : values)
    for (int step = 0; step < op.steps; ++step) value = 0.99 * value + 1;
  return values;
}

inline oracle::Diagnosis cause_of(const Step& op) {
  return oracle::common_cause({{{op.after.values(), op.after.size()}, right_steps(op), step_hypotheses(op)}});
}

// ------------------------------------------------------------------------------------------- rows

/// device[row][column] comes from host[from(row, column)] below `columns`. The rest is never written.
template <class From>
oracle::Hypothesis copied(oracle::Diagnosis cause, const CopyRows& op, int columns, int rows, From from) {
  return {std::move(cause), [&op, columns, rows, from](std::size_t row) {
            oracle::Row elements;
            for (int column = 0; column < op.columns; ++column) {
              const auto at = static_cast<std::size_t>(from(static_cast<int>(row), column));
              const bool written = column < columns && static_cast<int>(row) < rows;
              elements.push_back({written && at < op.host.size() ? static_cast<double>(op.host.values()[at])
                                                                 : oracle::untouched});
            }
            return elements;
          }};
}

inline std::vector<oracle::Hypothesis> row_hypotheses(const CopyRows& op) {
  const auto right = [stride = op.stride](int row, int column) { return row * stride + column; };
  constexpr int bytes = sizeof(float);
  return {copied({"the rows are read without the gaps between them: a row of host starts `stride` elements after the "
                  "one before",
                  Repair::copy_rows},
                 op, op.columns, op.rows, [&op](int row, int column) { return row * op.columns + column; }),
          copied("every row is the first one: the index of host lacks row * stride", op, op.columns, op.rows,
                 [](int, int column) { return column; }),
          copied("only the first quarter of each row is there: sizes of copies are in bytes. Multiply the number of columns "
                 "with sizeof(float)",
                 op, op.columns / bytes, op.rows, right),
          copied("only the first row is there: each row needs its own copy, to its own place", op, op.columns, 1, right),
          copied("the last row is missing: a loop ends one too early", op, op.columns, op.rows - 1, right)};
}

/// The correct content of the device after the rows are copied.
inline std::vector<float> right_rows(const CopyRows& op) {
  std::vector<float> values;
  for (int row = 0; row < op.rows; ++row) {
    const auto of_row = op.host.values().subspan(area(row, op.stride), static_cast<std::size_t>(op.columns));
    values.insert(values.end(), of_row.begin(), of_row.end());
  }
  return values;
}

/// The sizes of a cudaMemcpy2D in bytes.
struct Pitches {
  std::size_t device, host, width;
};

/// The result of such a copy in device memory that was never written before.
inline std::vector<std::byte> copied_with(const CopyRows& op, const Pitches& pitches) {
  std::vector<std::byte> device(op.device.values().size_bytes(), std::byte{channel::poison_byte});
  const auto host = std::as_bytes(op.host.values());
  for (std::size_t row = 0; row < static_cast<std::size_t>(op.rows); ++row)
    if (row * pitches.device + pitches.width <= device.size() && row * pitches.host + pitches.width <= host.size())
      std::memcpy(&device[row * pitches.device], &host[row * pitches.host], pitches.width);
  return device;
}

/// "the width is in elements: ...", for the sizes that are.
inline std::string in_elements(bool device, bool host, bool width) {
  std::vector<std::string> names;
  if (device) names.emplace_back("the pitch on the device");
  if (host) names.emplace_back("the pitch on the host");
  if (width) names.emplace_back("the width");
  return fmt::format("{} {} in elements, and cudaMemcpy2D takes bytes: multiply with sizeof(float)",
                     fmt::join(names, " and "), names.size() == 1 ? "is" : "are");
}

/// The sizes of cudaMemcpy2D that are given in elements, or "" if that does not explain the answer.
inline std::string wrong_pitches(const CopyRows& op) {
  constexpr std::size_t bytes = sizeof(float);
  const auto columns = static_cast<std::size_t>(op.columns), stride = static_cast<std::size_t>(op.stride);
  for (const bool device : {true, false})
    for (const bool host : {true, false})
      for (const bool width : {true, false}) {
        const Pitches pitches{device ? columns : columns * bytes, host ? stride : stride * bytes,
                              width ? columns : columns * bytes};
        const bool refused = pitches.width > std::min(pitches.device, pitches.host);
        if (refused || !(device || host || width)) continue;
        if (std::ranges::equal(copied_with(op, pitches), std::as_bytes(op.device.values())))
          return in_elements(device, host, width);
      }
  return "";
}

inline oracle::Diagnosis cause_of(const CopyRows& op) {
  if (op.at_once)
    if (std::string pitches = wrong_pitches(op); !pitches.empty()) return {pitches, Repair::pitch_bytes};
  const std::vector<float> right = right_rows(op);
  return oracle::common_cause({{{op.device.values(), static_cast<std::size_t>(op.columns)},
                                {right.begin(), right.end()},
                                row_hypotheses(op)}});
}

}  // namespace gridmark::lab0
