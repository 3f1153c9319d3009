#pragma once
// The worker's side of a checker run: the functions that adaptors use.
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "labkit/channel/operation.h"
#include "labkit/channel/reply.h"

namespace gridmark::channel {

/// A CUDA call of the adaptor failed, because of damage that the submission did to the device.
struct DeviceUnusable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Handler = std::function<Status(RequestReader&)>;

/// Remembers the handler of an operation. `GRIDMARK_OPERATION` calls it before main.
bool register_operation(std::string_view name, Handler handler);

/// Runs the operation that `request` names, and takes stock of the device afterwards. If the operation is not
/// registered or throws, the status has a code below 0.
Reply run_operation(const Request& request);

/// The student's part of an operation. Meters start at 0 when it begins and are kept when it ends.
void begin_graded_section();
void end_graded_section();

/// Adds the graded section's timeline to the reply, with the submission's lines that queued its commands.
void keep_timeline();

/// Makes the device refuse the student's launches and copies, until begin_own_calls().
void refuse_work(bool refused);

/// Announces that the student's function gets `stream`, a cudaStream_t. Work that it queues elsewhere is
/// found.
void expect_stream(void* stream);

/// Announces that the adaptor asks for the device's errors from here on. A failed launch whose error the
/// student's code did not ask for is then reported as a finding.
void begin_own_calls();

/// True while a call is a rehearsal: the adaptor does its part, but the student's function is left out.
bool rehearsing();

/// Sets the name that messages use for the device memory at that address.
void name_allocation(const void* device, const char* name);

/// The line of the submission that holds the call returning to `return_address`. Empty if the call is not the
/// submission's.
SourcePlace submission_line(const void* return_address);

/// Sends a line with the reply, under a name that the lab's checker knows. An empty line is left out.
void note_place(std::string_view name, const SourcePlace& place);

}  // namespace gridmark::channel

/// Defines the code that the worker runs for an operation:
///
///   GRIDMARK_OPERATION(Matmul, op) {
///     const DeviceArray<float> a(op.a, "a"), b(op.b, "b");
///     DeviceArray<float> c(op.c.size(), "c");
///     const Status status = graded(
///         [&] { return matmul(a.data(), b.data(), c.data(), op.m, op.n, op.k, nullptr); });
///     c.copy_to(op.c);
///     return status;
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
