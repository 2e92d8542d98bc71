// Stand-in: profiler ranges exist only on CUDA; here a range does nothing.
#pragma once

#include <string>

namespace tvm {
namespace support {

class NVTXScopedRange {
 public:
  explicit NVTXScopedRange(const char*) {}
  explicit NVTXScopedRange(const std::string&) {}
};

}  // namespace support
}  // namespace tvm
