// What WebLLM calls in a model library beside tvm-ffi's own C functions, and what happens when C++
// throws. It replaces the wheel's web/emcc/tvmjs_support.cc, which would bring in TVM's RPC.
#include <emscripten/emscripten.h>
#include <tvm/ffi/c_api.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/function.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <typeinfo>

extern "C" {

// Supplied by the page (module "env").
int TVMFFIWasmSafeCall(void* self, const TVMFFIAny* args, int32_t count, TVMFFIAny* result);
void TVMFFIWasmFunctionDeleter(void* self);

// Space for the page's arguments, in whole 8-byte words.
EMSCRIPTEN_KEEPALIVE void* TVMWasmAllocSpace(int bytes) { return new uint64_t[(static_cast<size_t>(bytes) + 7) / 8]; }

EMSCRIPTEN_KEEPALIVE void TVMWasmFreeSpace(void* space) { delete[] static_cast<uint64_t*>(space); }

// A function of the page, as a function of the library. Zero on success.
EMSCRIPTEN_KEEPALIVE int TVMFFIWasmFunctionCreate(void* self, TVMFFIObjectHandle* out) {
  return TVMFFIFunctionCreate(self, TVMFFIWasmSafeCall, TVMFFIWasmFunctionDeleter, out);
}

// The message of the error raised last; valid until the next call.
EMSCRIPTEN_KEEPALIVE const char* TVMFFIWasmGetLastError() {
  static std::string message;
  message = tvm::ffi::details::MoveFromSafeCallRaised().what();
  return message.c_str();
}

// The library is linked without exception catching: a throw ends the program. Without these two the
// page would see only an exit code, so the message goes to stderr first, where fd_write can be heard.
void* __cxa_allocate_exception(size_t bytes) { return std::malloc(bytes); }

void __cxa_throw(void* thrown, std::type_info* type, void (*)(void*)) {
  if (*type == typeid(tvm::ffi::Error)) {
    std::fprintf(stderr, "model library: %s\n", static_cast<tvm::ffi::Error*>(thrown)->what());
  } else {
    std::fprintf(stderr, "model library: C++ exception of type %s\n", type->name());
  }
  std::fflush(stderr);
  std::abort();
}

}  // extern "C"
