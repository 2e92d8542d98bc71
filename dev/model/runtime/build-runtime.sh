#!/usr/bin/env bash
# Compiles TVM's runtime for the browser into three wasm objects: wasm_runtime.o, webgpu_runtime.o and glue.o.
# Usage: build-runtime.sh TVM_PACKAGE_FOLDER TVM_FFI_PACKAGE_FOLDER OUTPUT_FOLDER
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
tvm=$1 ffi=$2 out=$3

# The sources include each other by relative paths, so the tree is copied, with our stand-ins beside it.
tree=$out/tree
rm -rf "$tree" && mkdir -p "$tree/src" "$tree/3rdparty"
cp -r "$tvm/src/runtime" "$tree/src/runtime"
cp -r "$here/support" "$tree/src/support"
ln -s "$ffi" "$tree/3rdparty/tvm-ffi"

# Left out: RPC, sorting on the CPU, TVM's own tests, and the state of recurrent models.
sed -e '/src\/runtime\/rpc\//d' -e '/contrib\/sort\//d' -e '/testing\/testing\.cc/d' -e '/rnn_state\.cc/d' \
  "$tvm/web/emcc/wasm_runtime.cc" >"$tree/wasm_runtime.cc"
sed -e 's#"\.\./\.\./src/#"src/#' "$tvm/web/emcc/webgpu_runtime.cc" >"$tree/webgpu_runtime.cc"
cp "$here/glue.cc" "$tree/glue.cc"

# Paths reach the objects through __FILE__, so compile from inside the tree with relative names.
cd "$tree"
ln -s "$here/include" stand-ins
ln -s "$tvm/include" include
for unit in glue webgpu_runtime wasm_runtime; do
  emcc -Os -std=c++17 -ffunction-sections -fdata-sections -Wno-ignored-attributes \
    -Istand-ins -I. -Iinclude -I3rdparty/tvm-ffi/include -I3rdparty/tvm-ffi/3rdparty/dlpack/include \
    ${EXTRA_FLAGS:-} -c "$unit.cc" -o "../$unit.o"
done
