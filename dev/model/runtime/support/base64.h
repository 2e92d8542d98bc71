// Stand-in: base64 is reached only when a tensor is turned into JSON, which no model library does.
#pragma once

#include "bytes_io.h"

namespace tvm {
namespace support {

class Base64Stream : public Stream {
 public:
  explicit Base64Stream(Stream*) {}

  using Stream::Read;
  using Stream::Write;

  size_t Read(void*, size_t) override { TVM_FFI_THROW(RuntimeError) << "base64 is not part of this library"; }
  size_t Write(const void*, size_t) override { TVM_FFI_THROW(RuntimeError) << "base64 is not part of this library"; }
  void InitPosition() {}
  void Finish() {}
};

using Base64InStream = Base64Stream;
using Base64OutStream = Base64Stream;

}  // namespace support
}  // namespace tvm
