#include "labs/lab5-production/tests/event_file.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <stdexcept>

namespace gridmark::lab5 {
namespace {

/// The CRC of a reflected polynomial, with a table for bytes.
std::uint32_t crc_of(std::string_view bytes, std::uint32_t polynomial) {
  std::array<std::uint32_t, 256> table;
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    table[i] = i;
    for (int k = 0; k < 8; ++k) table[i] = table[i] % 2 != 0 ? polynomial ^ table[i] / 2 : table[i] / 2;
  }
  std::uint32_t state = 0xffffffff;
  for (const char byte : bytes) state = table[(state ^ static_cast<unsigned char>(byte)) % 256] ^ state / 256;
  return state ^ 0xffffffff;
}

constexpr std::uint32_t castagnoli = 0x82f63b78, of_zip = 0xedb88320;

std::uint32_t mask_of(std::uint32_t crc) { return std::rotr(crc, 15) + 0xa282ead8; }

template <class T>
T plain(std::string_view bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

/// The fault in a CRC, or "" if it is right.
///
/// whose     "the length's"
/// all       length and data together, in case the submission used both
std::string wrong_crc(std::string_view stored, std::string_view of, const char* whose, std::string_view all) {
  const auto found = plain<std::uint32_t>(stored);
  const std::uint32_t crc = crc_of(of, castagnoli), right = mask_of(crc);
  if (found == right) return "";
  std::string why;
  if (found == crc)
    why = ". That is the CRC without its mask";
  else if (found == std::rotl(crc, 15) + 0xa282ead8)
    why = ". Rotate right by 15, not left";
  else if (found == std::rotr(crc, 15))
    why = ". Add 0xa282ead8 after the rotation";
  else if (found == mask_of(crc_of(of, of_zip)) || found == crc_of(of, of_zip))
    why = ". That is the CRC-32 of zip: the polynomial of CRC-32C is 0x82f63b78 (reflected)";
  else if (found == mask_of(crc ^ 0xffffffff))
    why = ". Invert the CRC at its end";
  else if (std::string turned(stored.rbegin(), stored.rend()); plain<std::uint32_t>(turned) == right)
    why = ". Its bytes are in the wrong order: the lowest comes first";
  else if (found == mask_of(crc_of(all, castagnoli)))
    why = ". It is that of length and data together";
  return fmt::format("{} CRC is {:08x}, expected {:08x}{}", whose, found, right, why);
}

/// A message of Protocol Buffers, field by field. Throws std::runtime_error with the fault in words.
class Fields {
 public:
  explicit Fields(std::string_view message) : rest_(message) {}

  /// Reads the next field. Returns false at the end.
  bool next() {
    if (rest_.empty()) return false;
    const std::uint64_t key = varint("a field's key");
    number = key >> 3;
    wire = static_cast<int>(key & 7);
    if (number == 0) throw std::runtime_error("has a field with the number 0");
    if (wire == 0)
      value = varint(fmt::format("field {}", number));
    else if (wire == 1)
      bytes = take(8);
    else if (wire == 2)
      bytes = take(varint(fmt::format("the length of field {}", number)));
    else if (wire == 5)
      bytes = take(4);
    else
      throw std::runtime_error(fmt::format("field {} has wire type {}, which does not exist", number, wire));
    return true;
  }

  void expect(int expected, const char* name) const {
    constexpr const char* words[] = {"a varint", "8 bytes", "a length and bytes", "", "", "4 bytes"};
    if (wire != expected)
      throw std::runtime_error(
          fmt::format("{} (field {}) is written as {} (wire type {}), expected {} (wire type {})", name, number,
                      words[wire], wire, words[expected], expected));
  }

  std::uint64_t number = 0, value = 0;
  int wire = 0;
  std::string_view bytes;

 private:
  std::string_view take(std::uint64_t size) {
    if (size > rest_.size())
      throw std::runtime_error(
          fmt::format("field {} has {} bytes, and {} are left in its message", number, size, rest_.size()));
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  std::uint64_t varint(const std::string& which) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < 10; ++i) {
      if (i >= rest_.size()) break;
      const auto byte = static_cast<unsigned char>(rest_[i]);
      sum |= std::uint64_t{byte & 127u} << 7 * i;
      if (byte < 128) {
        rest_.remove_prefix(i + 1);
        return sum;
      }
    }
    throw std::runtime_error(fmt::format("the varint of {} does not end", which));
  }
  std::string_view rest_;
};

/// Reads one Event. The first one of a file has a version.
class EventReader {
 public:
  void read(std::string_view data) {
    for (Fields event(data); event.next();) {
      if (event.number == 1) {
        event.expect(1, "wall_time");
        wall_time = plain<double>(event.bytes);
      } else if (event.number == 2) {
        event.expect(0, "step");
        step = static_cast<std::int64_t>(event.value);
        has_step = true;
      } else if (event.number == 3) {
        event.expect(2, "file_version");
        version = std::string(event.bytes);
      } else if (event.number == 5) {
        event.expect(2, "summary");
        read_summary(event.bytes);
      }
    }
  }

  std::optional<double> wall_time;
  std::int64_t step = 0;
  bool has_step = false;
  std::optional<std::string> version;
  std::vector<std::pair<std::string, float>> values;

 private:
  void read_summary(std::string_view data) {
    for (Fields summary(data); summary.next();) {
      if (summary.number != 1) continue;
      summary.expect(2, "value");
      std::optional<std::string> tag;
      std::optional<float> number;
      for (Fields one(summary.bytes); one.next();) {
        if (one.number == 1) one.expect(2, "tag"), tag = std::string(one.bytes);
        if (one.number == 2) one.expect(5, "simple_value"), number = plain<float>(one.bytes);
      }
      if (!tag) throw std::runtime_error("a value of the summary has no tag (field 1)");
      if (!number) throw std::runtime_error(fmt::format("the value of {} has no simple_value (field 2)", *tag));
      values.emplace_back(*tag, *number);
    }
  }
};

std::string in_quotes(const std::string& text) { return "\"" + text.substr(0, 40) + "\""; }

/// Adds the first Event of a file.
void add_first_event(ReadEventFile& file, const EventReader& event) {
  file.begun = *event.wall_time;
  file.has_version = event.version == "brain.Event:2";
  if (!event.version)
    throw std::runtime_error("the first Event has no file_version (field 3), expected \"brain.Event:2\"");
  if (!file.has_version)
    throw std::runtime_error("file_version is " + in_quotes(*event.version) + ", expected \"brain.Event:2\"");
  if (event.has_step || !event.values.empty())
    throw std::runtime_error("the first Event has a step or a summary in addition to its file_version");
}

/// Adds an Event to the file. Throws like Fields, after adding all scalars that it could read.
void add_event(ReadEventFile& file, std::string_view data) {
  EventReader event;
  event.read(data);
  const double time = event.wall_time.value_or(0);
  for (const auto& [tag, value] : event.values) file.scalars.push_back({tag, event.step, value, time});
  if (!event.wall_time) throw std::runtime_error("the Event has no wall_time (field 1)");
  if (file.records == 0) return add_first_event(file, event);
  if (event.version) throw std::runtime_error("file_version stands in another Event than the first");
  if (event.values.empty()) throw std::runtime_error("the Event has no summary (field 5) with a value");
}

}  // namespace

ReadEventFile read_event_file(std::string_view bytes) {
  constexpr std::size_t frame = 16;  // bytes of a record around its data
  ReadEventFile file;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::string_view rest = bytes.substr(at);
    file.torn = rest.size();
    const auto fault = [&](const std::string& words) {
      if (!words.empty())
        file.faults.push_back(fmt::format("record {} (from byte {}): {}", file.records + 1, at, words));
    };
    if (rest.size() < 12) return file;
    const auto length = plain<std::uint64_t>(rest);
    const std::string length_fault =
        wrong_crc(rest.substr(8, 4), rest.substr(0, 8), "its length's", rest.substr(0, 8));
    if (length > rest.size() - 12 || rest.size() - 12 - length < 4) {
      // If the CRC is right, the length belongs to a record that was cut off.
      if (!length_fault.empty())
        fault(fmt::format("its length is {}, and {} bytes follow; {}", length, rest.size() - 12, length_fault));
      return file;
    }
    fault(length_fault);
    const std::string_view data = rest.substr(12, length);
    fault(wrong_crc(rest.substr(12 + length, 4), data, "its data's",
                    std::string(rest.substr(0, 8)) + std::string(data)));
    try {
      add_event(file, data);
    } catch (const std::runtime_error& error) {
      fault(error.what());
    }
    ++file.records;
    file.torn = 0;
    at += frame + length;
  }
  return file;
}

}  // namespace gridmark::lab5
