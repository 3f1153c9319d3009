#include "grader/ledger/stored_values.h"

#include "base/utf8.h"
#include "grader/load/read_value.h"
#include "protocol/write_json.h"

namespace gridmark::ledger {
namespace {

/// The part of a student that a gradebook prints.
struct StoredStudent {
  std::string id, name, email, repository, group;
  friend bool operator==(const StoredStudent&, const StoredStudent&) = default;
};

constexpr auto fields(const StoredStudent*) {
  constexpr auto left_out = Presence::not_default;
  return std::tuple{field("id", &StoredStudent::id, any_text),
                    field("name", &StoredStudent::name, any_text, "", left_out),
                    field("email", &StoredStudent::email, any_text, "", left_out),
                    field("repository", &StoredStudent::repository, any_text, "", left_out),
                    field("group", &StoredStudent::group, any_text, "", left_out)};
}

struct StoredClass {
  std::string version;  ///< gridmark's version
  std::optional<Course> course;
  std::vector<LabHeading> labs;
  std::vector<StoredStudent> students;
};

constexpr auto fields(const StoredClass*) {
  return std::tuple{field("version", &StoredClass::version, any_text), field("course", &StoredClass::course),
                    field("labs", &StoredClass::labs, any_list),
                    field("students", &StoredClass::students, Many<>{0, 1'000'000})};
}

template <class Value>
Result<Value> value_in(const std::string& text, const std::string& where) {
  constexpr load::DocumentKind kind{Error::Source::filesystem, std::size_t{256} << 20};
  return load::parse_document(text, where, kind).and_then([&](const nlohmann::json& document) {
    load::Reading reading{Error::Source::filesystem, where};
    Value value = load::read_value<Value>(load::Node(document, reading));
    return load::finish(reading, std::move(value));
  });
}

}  // namespace

std::string stored(const LabGrade& grade) { return json_of(grade, valid_utf8).dump(); }

Result<LabGrade> grade_in(const std::string& stored, const std::string& where) {
  return value_in<LabGrade>(stored, where);
}

std::string stored(const ClassBook& book) {
  StoredClass now{book.version, book.course, book.labs, {}};
  for (const auto& [student, labs, total] : book.students)
    now.students.push_back({student.id, student.name, student.email, student.repository, student.group});
  return json_of(now, valid_utf8).dump();
}

Result<ClassBook> class_in(const std::string& stored, const std::string& where) {
  auto read = TRY(value_in<StoredClass>(stored, where));
  ClassBook book;
  book.version = std::move(read.version);
  book.course = std::move(read.course);
  book.labs = std::move(read.labs);
  for (StoredStudent& one : read.students)
    book.students.push_back({Student{std::move(one.id),
                                     std::move(one.name),
                                     std::move(one.email),
                                     std::move(one.repository),
                                     std::move(one.group),
                                     0,
                                     {}},
                             std::vector<LabGrade>(book.labs.size())});
  return book;
}

}  // namespace gridmark::ledger
