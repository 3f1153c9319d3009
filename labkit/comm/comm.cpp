#include "labkit/comm/comm.h"

#include "labkit/comm/connection.h"

namespace gridmark::comm {

Comm::Comm(int descriptor, int rank, int world)
    : connection_(std::make_unique<Connection>(descriptor, rank, world)) {}
Comm::Comm(Comm&&) noexcept = default;
Comm& Comm::operator=(Comm&&) noexcept = default;
Comm::~Comm() = default;

int Comm::rank() const { return connection_->rank(); }
int Comm::world() const { return connection_->world(); }

void Comm::send(int to, const void* from, std::size_t bytes, int tag) {
  connection_->wait(connection_->send(to, from, bytes, tag), __builtin_return_address(0), "comm::Comm::send");
}

int Comm::recv(int from, void* to, std::size_t bytes, int tag) {
  return connection_->wait(connection_->receive(from, to, bytes, tag), __builtin_return_address(0),
                           "comm::Comm::recv");
}

Ticket Comm::isend(int to, const void* from, std::size_t bytes, int tag) {
  return connection_->send(to, from, bytes, tag);
}

Ticket Comm::irecv(int from, void* to, std::size_t bytes, int tag) {
  return connection_->receive(from, to, bytes, tag);
}

int Comm::wait(Ticket ticket) {
  return connection_->wait(ticket, __builtin_return_address(0), "comm::Comm::wait");
}

double Comm::seconds() const { return connection_->now(); }

void Comm::barrier() { connection_->barrier(__builtin_return_address(0)); }

}  // namespace gridmark::comm
