#pragma once
// A traced process that the processor's debug registers can stop.
#include <sys/types.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace gridmark::channel {

class Tracee {
 public:
  enum class Trigger { execution = 0, access = 3 };  ///< the processor's codes
  static constexpr std::size_t slots = 4;

  /// Stops the main thread of `process` and leaves it stopped. Only the calling thread may use the object
  /// then.
  /// returns  an empty text, or why the process cannot be traced
  std::string attach(pid_t process);
  /// Lets it run on, without further stops.
  void detach();
  pid_t id() const { return process_; }

  /// Stops it at the instruction at `address`, or after an access to the four bytes there. Address 0 clears
  /// the slot. Returns false if the processor or the kernel has no such registers.
  bool set(std::size_t slot, std::uintptr_t address, Trigger trigger);

  /// Lets it run to the next stop, and passes on its signals meanwhile. Returns false if it has ended.
  bool run();
  /// Whether it had so many signals that tracing costs more than it shows. It is stopped then.
  bool is_tiresome() const { return signals_ > most_signals; }
  /// Whether that slot stopped it.
  bool stopped_by(std::size_t slot) const { return hits_ >> slot & 1; }

  struct Registers {
    std::uint64_t instruction, first, second, third, fourth;  ///< the function's arguments
  };
  Registers registers() const;

 private:
  static constexpr int most_signals = 40;
  bool wait();
  bool take_stop(int status);
  bool write_register(std::size_t number, std::uint64_t value);
  std::uint64_t control() const;

  pid_t process_ = -1;
  std::array<std::uintptr_t, slots> addresses_{};
  std::array<Trigger, slots> triggers_{};
  std::uint64_t hits_ = 0;
  int signals_ = 0;  ///< passed on
  int pending_ = 0;  ///< a signal that is delivered when the process runs on
};

}  // namespace gridmark::channel
