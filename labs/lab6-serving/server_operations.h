#pragma once
// Operations that the checker of lab 6 can run in server.cpp.
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "labkit/channel/arrays.h"
#include "labkit/channel/link.h"

namespace gridmark::lab6 {

/// Packs numbers and texts into one string of bytes.
class Packer {
 public:
  template <class T>
  Packer& operator<<(const T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    } else {
      const std::string_view text = value;
      *this << static_cast<std::uint32_t>(text.size());
      bytes_ += text;
    }
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// errors  std::runtime_error: there are fewer bytes
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : bytes_(bytes) {}
  template <class T>
  Unpacker& operator>>(T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      std::memcpy(&value, take(sizeof value).data(), sizeof value);
    } else {
      std::uint32_t size = 0;
      *this >> size;
      value = std::string(take(size));
    }
    return *this;
  }
  template <class T>
  T next() {
    T value{};
    *this >> value;
    return value;
  }

 private:
  std::string_view take(std::size_t size) {
    if (size > bytes_.size()) throw std::runtime_error("these bytes end too early");
    const std::string_view part = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return part;
  }
  std::string_view bytes_;
};

/// One answer of gridmark's engine. The first request receives the first ones, and so on.
struct GivenAnswer {
  std::string bytes;  ///< its tokens, repeated
  int delay = 0;      ///< number of steps until its first token
};

/// An action of a client, or of the program around the server.
struct GivenAction {
  enum class Kind {
    request,  ///< calls handle() with a client's request
    run,      ///< steps the engine, and calls `more` of all open replies after each step
    leave,    ///< calls client_left of the reply to request number `reply`
  };
  Kind kind = Kind::request;
  double seconds = 0;  ///< time that passes before it; for `run` before each step
  std::string method = {}, path = {}, body = {};
  int steps = 0, reply = 0;
};

/// The actions around one server.
struct GivenSession {
  std::string device, model, gpu_name;
  bool cuda_available = true;
  double total_gb = 0, allocated = 0;        ///< allocated: bytes at the start; each action adds 10^9
  int length = 128, most_sequences = 8;      ///< the engine refuses larger requests
  int waiting = 0, running = 0, blocks = 0;  ///< values of the engine's stats()
  std::vector<GivenAnswer> answers;
  std::vector<GivenAction> actions;
};

/// An event that the engine or a client observed.
struct Seen {
  enum class Kind {
    reply,      ///< reply to a request, from handle(), or additions of `more`
    submitted,  ///< a request reached the engine
    cancelled,
    stepped,  ///< the server stepped the engine, which is forbidden
    thrown,   ///< handle() or `more` threw
    end,
  };
  Kind kind = Kind::end;
  int action = 0;  ///< the action during which it happened
  // for replies
  int reply = 0, status = 0, step = 0;
  bool grows = false, streams = false;
  std::string type = {}, allow = {}, body = {};  ///< body: complete, or the new bytes of an open stream
  // for requests to the engine
  std::int64_t number = 0;
  std::string prompt = {};  ///< prompt: also the text of an exception
  int tokens = 0, answers = 0, top_k = 0;
  float temperature = 0;
  std::uint64_t seed = 0;
};

inline void pack(Packer& to, const GivenSession& s) {
  to << s.device << s.model << s.gpu_name << s.cuda_available << s.total_gb << s.allocated << s.length
     << s.most_sequences << s.waiting << s.running << s.blocks << static_cast<std::uint32_t>(s.answers.size());
  for (const GivenAnswer& one : s.answers) to << one.bytes << one.delay;
  to << static_cast<std::uint32_t>(s.actions.size());
  for (const GivenAction& one : s.actions)
    to << one.kind << one.seconds << one.method << one.path << one.body << one.steps << one.reply;
}
inline GivenSession unpack_session(Unpacker from) {
  GivenSession s;
  from >> s.device >> s.model >> s.gpu_name >> s.cuda_available >> s.total_gb >> s.allocated >> s.length >>
      s.most_sequences >> s.waiting >> s.running >> s.blocks;
  s.answers.resize(from.next<std::uint32_t>());
  for (GivenAnswer& one : s.answers) from >> one.bytes >> one.delay;
  s.actions.resize(from.next<std::uint32_t>());
  for (GivenAction& one : s.actions)
    from >> one.kind >> one.seconds >> one.method >> one.path >> one.body >> one.steps >> one.reply;
  return s;
}
inline std::string packed(const GivenSession& session) {
  Packer packer;
  pack(packer, session);
  return packer.bytes();
}

inline void pack(Packer& to, const Seen& s) {
  to << s.kind << s.action << s.reply << s.status << s.step << s.grows << s.streams << s.type << s.allow << s.body
     << s.number << s.prompt << s.tokens << s.answers << s.top_k << s.temperature << s.seed;
}
inline Seen unpack_seen(Unpacker& from) {
  Seen s;
  from >> s.kind >> s.action >> s.reply >> s.status >> s.step >> s.grows >> s.streams >> s.type >> s.allow >> s.body >>
      s.number >> s.prompt >> s.tokens >> s.answers >> s.top_k >> s.temperature >> s.seed;
  return s;
}

/// A session without sockets.
struct HttpSession {
  static constexpr std::string_view name = "http_session";
  static constexpr char last_byte = 'E';
  std::string session = {};                       ///< packed
  channel::Out<char> seen{std::size_t{1} << 18};  ///< packed, in order; last_byte follows
  auto fields() { return std::tie(session, seen); }
  std::string subject() const { return "Server::handle"; }
  std::string describe() const { return "Server::handle()"; }
};

/// Runs the server of a session behind real HTTP, without its actions, until the listening socket is shut
/// down.
struct HttpService {
  static constexpr std::string_view name = "http_service";
  channel::Link listening = {};
  std::string session = {};
  channel::Out<int> submitted{1}, cancelled{1};  ///< requests to the engine
  auto fields() { return std::tie(listening, session, submitted, cancelled); }
  std::string subject() const { return "Server::handle"; }
  std::string describe() const { return "a Server behind real HTTP"; }
};

}  // namespace gridmark::lab6
