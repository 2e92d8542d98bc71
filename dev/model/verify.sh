#!/usr/bin/env bash
# Builds the model libraries again and compares their bytes with those committed; changes none of them.
#   dev/model/verify.sh [NAME…]   all of built.json's, or the named ones
set -euo pipefail
cd "$(dirname "$0")"
./build.sh setup
read_built() { python3 -c "import json; print(*(f'{name} {sha}' for name, sha in json.load(open('built.json'))['libraries'].items()), sep='\n')"; }
failed=0
while read -r name committed; do
  [[ $# = 0 || " $* " == *" $name "* ]] || continue
  ./build.sh library "$name" >/dev/null 2>&1
  wasm-opt -Oz ".build/$name.wasm" -o ".build/$name.small.wasm"
  built=$(sha256sum ".build/$name.small.wasm" | cut -d' ' -f1)
  rm ".build/$name.wasm" ".build/$name.small.wasm"
  if [ "$built" = "$committed" ]; then echo "$name: the same bytes"; else
    echo "$name: OTHER BYTES: $built, committed is $committed" >&2
    failed=1
  fi
done < <(read_built)
exit $failed
