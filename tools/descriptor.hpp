#pragma once
// A file descriptor that closes itself. Moved, not copied; any thread.

#include <utility>

#include <unistd.h>

namespace holdpoint {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }

  int get() const { return number_; }
  int release() { return std::exchange(number_, -1); }  // somebody else closes it
  explicit operator bool() const { return number_ >= 0; }

 private:
  int number_;  // -1: none
};

}  // namespace holdpoint
