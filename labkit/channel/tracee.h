#pragma once
// A process that this one stops where the processor's debug registers say.
#include <sys/types.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace gridmark::channel {

class Tracee {
 public:
  enum class Trigger { execution = 0, access = 3 };  ///< as the processor spells them
  static constexpr std::size_t slots = 4;

  /// Stops the main thread of `process` and leaves it so. Only the calling thread may use the object then.
  /// returns  an empty text, or why it cannot be traced
  std::string attach(pid_t process);
  /// Lets it go on without stops.
  void detach();
  pid_t id() const { return process_; }

  /// Stops it at the instruction, or behind an access to the four bytes, at `address`. 0: no more. False
  /// where the processor or the kernel has no such registers.
  bool set(std::size_t slot, std::uintptr_t address, Trigger trigger);

  /// Lets it run to the next stop. Signals of its own are passed on meanwhile. False: it has ended.
  bool run();
  /// Whether so many signals were passed on that tracing it costs more than it shows; it has stopped then.
  bool is_tiresome() const { return signals_ > most_signals; }
  /// Whether that slot has stopped it.
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
  int pending_ = 0;  ///< a signal of the process's own, to be delivered when it goes on
};

}  // namespace gridmark::channel
