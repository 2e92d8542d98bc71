// Stand-in: streams over bytes in memory.
#pragma once

#include <tvm/support/io.h>

#include <algorithm>

namespace tvm {
namespace support {

class BytesInStream : public Stream {
 public:
  explicit BytesInStream(const std::string& bytes) : next_(bytes.data()), left_(bytes.size()) {}
  explicit BytesInStream(const ffi::Bytes& bytes) : next_(bytes.data()), left_(bytes.size()) {}

  using Stream::Read;
  using Stream::Write;

  size_t Read(void* into, size_t bytes) override {
    const size_t taken = std::min(bytes, left_);
    if (taken > 0) std::memcpy(into, next_, taken);
    next_ += taken;
    left_ -= taken;
    return taken;
  }
  size_t Write(const void*, size_t) override { TVM_FFI_THROW(RuntimeError) << "this stream can only be read"; }

 private:
  const char* next_;
  size_t left_;
};

class BytesOutStream : public Stream {
 public:
  explicit BytesOutStream(std::string* into) : into_(into) {}

  using Stream::Read;
  using Stream::Write;

  size_t Read(void*, size_t) override { TVM_FFI_THROW(RuntimeError) << "this stream can only be written"; }
  size_t Write(const void* from, size_t bytes) override {
    into_->append(static_cast<const char*>(from), bytes);
    return bytes;
  }

 private:
  std::string* into_;
};

}  // namespace support
}  // namespace tvm
