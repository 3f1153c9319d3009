#pragma once
// The worker's side of the checker run: what an adaptor is written with.
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "labkit/channel/operation.h"
#include "labkit/channel/reply.h"

namespace gridmark::channel {

/// A call of the adaptor's own fails, because of what the submission did to the device.
struct DeviceUnusable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Handler = std::function<Status(RequestReader&)>;

/// Remembers the handler of an operation; `GRIDMARK_OPERATION` calls it before main.
bool register_operation(std::string_view name, Handler handler);

/// Runs the operation that `request` names and accounts for the device afterwards. An operation that nobody
/// registered, or that throws, gives a status with a code below 0.
Reply run_operation(const Request& request);

/// The student's part of an operation: meters start at 0 when it begins and are kept when it ends.
void begin_graded_section();
void end_graded_section();

/// The reply gets the graded section's timeline, with the lines of the submission that queued its commands.
void keep_timeline();

/// The device refuses the student's launches and copies, until our own calls begin.
void refuse_work(bool refused);

/// The student's function is given `stream`, a cudaStream_t: what it queues elsewhere is found.
void expect_stream(void* stream);

/// From here on the device's errors are asked for by us: a failed launch that the student's code has not
/// asked about is found as such.
void begin_own_calls();

/// True while a call rehearses: the adaptor does its part, the student's function is left out.
bool rehearsing();

/// What messages call the device memory that starts there.
void name_allocation(const void* device, const char* name);

/// The line of the submission that a call returning to `return_address` stands on; empty where the call is
/// not the submission's.
SourcePlace submission_line(const void* return_address);

/// Sends a line along with the reply, under a name that the lab's checker knows. An empty one is left out.
void note_place(std::string_view name, const SourcePlace& place);

}  // namespace gridmark::channel

/// Defines what the worker does for an operation:
///
///   GRIDMARK_OPERATION(Matmul, op) {
///     const DeviceArray<float> a(op.a, "a"), b(op.b, "b");
///     DeviceArray<float> c(op.c.size(), "c");
///     const Status status = graded([&] { return matmul(a.data(), b.data(), c.data(), op.m, op.n, op.k,
///     nullptr); }); c.copy_to(op.c); return status;
///   }
#define GRIDMARK_OPERATION(Operation, op)                                                  \
  static ::gridmark::channel::Status gridmark_run_##Operation(Operation& op);              \
  [[maybe_unused]] static const bool gridmark_registered_##Operation =                     \
      ::gridmark::channel::register_operation(                                             \
          Operation::name, [](::gridmark::channel::RequestReader& reader) {                \
            Operation operation;                                                           \
            std::apply([&](auto&... field) { (reader(field), ...); }, operation.fields()); \
            return gridmark_run_##Operation(operation);                                    \
          });                                                                              \
  static ::gridmark::channel::Status gridmark_run_##Operation(Operation& op)
