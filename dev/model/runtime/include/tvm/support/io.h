// The apache-tvm wheel ships the runtime's sources but not this header. What follows is this
// project's own: a byte stream, and the typed reads and writes that the virtual machine's
// executable and the WebGPU module are stored with.
//
// Bytes on the stream: little endian. A number or an enum is its own bytes. A string, a vector or an
// array is a u64 count and then its elements; a map is a u64 count and then key, value, key, value.
// DLDataType is u8 code, u8 bits, u16 lanes; DLDevice is i32 type, i32 id. The compiler in the wheel
// writes that same form, so a library that loads proves this file right.
#pragma once

#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/map.h>
#include <tvm/ffi/dtype.h>
#include <tvm/ffi/endian.h>
#include <tvm/ffi/string.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tvm {
namespace support {

class Stream;

// Types without a specialisation cannot be stored; the sources test `enabled` and add their own.
template <typename T, typename Enable = void>
struct Serializer {
  static constexpr bool enabled = false;
};

class Stream {
 public:
  virtual ~Stream() = default;
  virtual size_t Read(void* into, size_t bytes) = 0;
  virtual size_t Write(const void* from, size_t bytes) = 0;

  template <typename T>
  void Write(const T& value) {
    Serializer<T>::Write(this, value);
  }
  template <typename T>
  bool Read(T* value) {
    return Serializer<T>::Read(this, value);
  }
  template <typename T>
  void WriteArray(const T* values, size_t count) {
    for (const T* at = values; at != values + count; ++at) this->template Write<T>(*at);
  }
  template <typename T>
  bool ReadArray(T* values, size_t count) {
    for (T* at = values; at != values + count; ++at) {
      if (!this->template Read<T>(at)) return false;
    }
    return true;
  }
};

namespace stored {

inline void PutCount(Stream* stream, size_t count) {
  const uint64_t wide = count;
  stream->Write(static_cast<const void*>(&wide), sizeof wide);
}

inline bool TakeCount(Stream* stream, size_t* count) {
  uint64_t wide = 0;
  if (stream->Read(static_cast<void*>(&wide), sizeof wide) != sizeof wide) return false;
  *count = static_cast<size_t>(wide);
  return true;
}

// Sequences that can grow: reads element by element through `add`.
template <typename T, typename Add>
bool TakeEach(Stream* stream, Add add) {
  size_t count = 0;
  if (!TakeCount(stream, &count)) return false;
  while (count-- > 0) {
    T element;
    if (!stream->template Read<T>(&element)) return false;
    add(std::move(element));
  }
  return true;
}

}  // namespace stored

template <typename T>
struct Serializer<T, std::enable_if_t<std::is_arithmetic<T>::value || std::is_enum<T>::value>> {
  static constexpr bool enabled = true;
  static void Write(Stream* stream, const T& value) {
    stream->Write(static_cast<const void*>(&value), sizeof(T));
  }
  static bool Read(Stream* stream, T* value) {
    return stream->Read(static_cast<void*>(value), sizeof(T)) == sizeof(T);
  }
};

template <>
struct Serializer<DLDataType> {
  static constexpr bool enabled = true;
  static void Write(Stream* stream, const DLDataType& type) {
    stream->Write(type.code);
    stream->Write(type.bits);
    stream->Write(type.lanes);
  }
  static bool Read(Stream* stream, DLDataType* type) {
    return stream->Read(&type->code) && stream->Read(&type->bits) && stream->Read(&type->lanes);
  }
};

template <>
struct Serializer<DLDevice> {
  static constexpr bool enabled = true;
  static void Write(Stream* stream, const DLDevice& device) {
    stream->Write(static_cast<int32_t>(device.device_type));
    stream->Write(static_cast<int32_t>(device.device_id));
  }
  static bool Read(Stream* stream, DLDevice* device) {
    int32_t type = 0;
    int32_t id = 0;
    if (!stream->Read(&type) || !stream->Read(&id)) return false;
    device->device_type = static_cast<DLDeviceType>(type);
    device->device_id = id;
    return true;
  }
};

template <>
struct Serializer<std::string> {
  static constexpr bool enabled = true;
  static void Write(Stream* stream, const std::string& text) {
    stored::PutCount(stream, text.size());
    stream->Write(static_cast<const void*>(text.data()), text.size());
  }
  static bool Read(Stream* stream, std::string* text) {
    size_t count = 0;
    if (!stored::TakeCount(stream, &count)) return false;
    text->resize(count);
    return count == 0 || stream->Read(static_cast<void*>(&text->front()), count) == count;
  }
};

template <>
struct Serializer<ffi::String> {
  static constexpr bool enabled = true;
  static void Write(Stream* stream, const ffi::String& text) {
    stored::PutCount(stream, text.size());
    stream->Write(static_cast<const void*>(text.data()), text.size());
  }
  static bool Read(Stream* stream, ffi::String* text) {
    std::string bytes;
    if (!stream->Read(&bytes)) return false;
    *text = ffi::String(std::move(bytes));
    return true;
  }
};

template <typename A, typename B>
struct Serializer<std::pair<A, B>> {
  static constexpr bool enabled = true;
  static void Write(Stream* stream, const std::pair<A, B>& both) {
    stream->template Write<A>(both.first);
    stream->template Write<B>(both.second);
  }
  static bool Read(Stream* stream, std::pair<A, B>* both) {
    return stream->template Read<A>(&both->first) && stream->template Read<B>(&both->second);
  }
};

template <typename T>
struct Serializer<std::vector<T>> {
  static constexpr bool enabled = true;
  static void Write(Stream* stream, const std::vector<T>& values) {
    stored::PutCount(stream, values.size());
    for (const T& value : values) stream->template Write<T>(value);
  }
  static bool Read(Stream* stream, std::vector<T>* values) {
    values->clear();
    return stored::TakeEach<T>(stream, [values](T&& value) { values->push_back(std::move(value)); });
  }
};

template <typename K, typename V>
struct Serializer<std::unordered_map<K, V>> {
  static constexpr bool enabled = true;
  static void Write(Stream* stream, const std::unordered_map<K, V>& map) {
    stored::PutCount(stream, map.size());
    for (const auto& entry : map) {
      stream->template Write<K>(entry.first);
      stream->template Write<V>(entry.second);
    }
  }
  static bool Read(Stream* stream, std::unordered_map<K, V>* map) {
    map->clear();
    return stored::TakeEach<std::pair<K, V>>(
        stream, [map](std::pair<K, V>&& entry) { map->insert(std::move(entry)); });
  }
};

template <typename T>
struct Serializer<ffi::Array<T>> {
  static constexpr bool enabled = true;
  static void Write(Stream* stream, const ffi::Array<T>& values) {
    stored::PutCount(stream, values.size());
    for (const T& value : values) stream->template Write<T>(value);
  }
  static bool Read(Stream* stream, ffi::Array<T>* values) {
    ffi::Array<T> fresh;
    if (!stored::TakeEach<T>(stream, [&fresh](T&& value) { fresh.push_back(std::move(value)); })) return false;
    *values = std::move(fresh);
    return true;
  }
};

template <typename K, typename V>
struct Serializer<ffi::Map<K, V>> {
  static constexpr bool enabled = true;
  static void Write(Stream* stream, const ffi::Map<K, V>& map) {
    stored::PutCount(stream, map.size());
    for (auto entry : map) {
      stream->template Write<K>(entry.first);
      stream->template Write<V>(entry.second);
    }
  }
  static bool Read(Stream* stream, ffi::Map<K, V>* map) {
    size_t count = 0;
    if (!stored::TakeCount(stream, &count)) return false;
    ffi::Map<K, V> fresh;
    while (count-- > 0) {
      K key;
      V value{ffi::UnsafeInit{}};  // object references have no default constructor
      if (!stream->template Read<K>(&key) || !stream->template Read<V>(&value)) return false;
      fresh.Set(key, value);
    }
    *map = std::move(fresh);
    return true;
  }
};

}  // namespace support
}  // namespace tvm
