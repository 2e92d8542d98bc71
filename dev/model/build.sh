#!/usr/bin/env bash
# Builds the model libraries from packages alone: Debian's emscripten, PyPI's apache-tvm. On Debian 12 (x86-64) the same
# sources give the same bytes.
#   dev/model/build.sh               everything that is committed: libraries, tiny model, expectations of the tests
#   dev/model/build.sh setup         only the tools and TVM's runtime
#   dev/model/build.sh library NAME  one library into dev/model/.build/NAME.wasm, e.g. tiny-qwen3-split
#   dev/model/build.sh cases         the kernel cases into dev/model/.build/kernel-cases
#   dev/model/build.sh proofs NAME…  for each library: a model folder, what numpy expects, and the wasm where none is committed,
#                                into dev/model/.build/proofs/NAME; STARTER_GGUF names the starter model's file
set -euo pipefail
cd "$(dirname "$0")"
build=$PWD/.build
python=$build/venv/bin/python

export PYTHONDONTWRITEBYTECODE=1 PYTHONHASHSEED=0
starter=$PWD/../../.models/starter/SmolLM2-135M-Instruct.Q4_1.gguf
[ ! -f "$starter" ] || export STARTER_GGUF=${STARTER_GGUF:-$starter}

setup() {
  mkdir -p "$build"
  if ! command -v emcc >/dev/null || ! command -v wasm-opt >/dev/null || ! python3.11 -c 'import venv, ensurepip' 2>/dev/null; then
    local as=()
    [ "$(id -u)" = 0 ] || as=(sudo)
    "${as[@]}" apt-get update -qq
    "${as[@]}" apt-get install -y -qq --no-install-recommends emscripten binaryen python3-venv
  fi
  local wanted
  wanted=$(sha256sum requirements.txt | cut -d' ' -f1)
  if [ "$(cat "$build/venv/wanted" 2>/dev/null)" != "$wanted" ]; then
    rm -rf "$build/venv"
    python3.11 -m venv "$build/venv"
    "$python" -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements.txt
    echo "$wanted" >"$build/venv/wanted"
  fi
  # TVM's runtime takes a minute to compile and depends on nothing but these.
  local key
  key=$({ cat requirements.txt; emcc --version; find runtime -type f | LC_ALL=C sort | xargs sha256sum; } | sha256sum | cut -c1-16)
  runtime=$build/runtime-$key
  if [ ! -f "$runtime/done" ]; then
    local packages
    packages=$("$python" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')
    rm -rf "$build"/runtime-*
    mkdir -p "$runtime"
    runtime/build-runtime.sh "$packages/tvm" "$packages/tvm_ffi" "$runtime"
    touch "$runtime/done"
  fi
}

setup
case ${1:-all} in
  setup) ;;
  library) "$python" -m library.compile "$2" "$runtime" "$build/$2.wasm" ;;
  cases) "$python" -m library.cases "$build/kernel-cases" ;;
  proofs)
    shift
    "$python" -m library.expect proofs "$build/proofs" "$@"
    for name in "$@"; do
      case $name in
        tiny-qwen2-*|tiny-qwen3-*|tiny-llama3-*) "$python" -m library.compile "$name" "$runtime" "$build/proofs/$name/library.wasm" ;;
      esac
    done
    ;;
  all)
    "$python" -m library.ship "$runtime"
    "$python" -m library.expect tiny
    ;;
  *) echo "unknown: $1" >&2 && exit 2 ;;
esac
