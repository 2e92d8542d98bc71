#!/usr/bin/env bash
# The checks that need a browser and the build's Python (model/build.sh prepares it):
#   model/test.sh          kernels, the tiny model, and the other members of the family, against numpy
#   model/test.sh starter  the starter model, in both kinds of kernels
# With DAWN_FOR_NODE=FOLDER of an installed npm package `webgpu` the first runs the kernels on the Vulkan driver of this
# machine, without a browser, and ends there.
#   model/test.sh bench [NAME [HELD TOKENS]]
set -euo pipefail
cd "$(dirname "$0")/.."
run() { npx --no-install tsx "$@"; }
case ${1:-all} in
  all)
    model/build.sh cases
    run model/test/kernels.ts model/.build/kernel-cases
    [ -z "${DAWN_FOR_NODE:-}" ] || exit 0
    names=(tiny-flat tiny-split tiny-qwen2-flat tiny-qwen3-split tiny-llama3-flat)
    model/build.sh proofs "${names[@]}"
    run model/test/forward.ts "${names[@]}"
    run model/test/webllm.ts tiny-flat
    run model/test/webllm.ts tiny-split
    ;;
  starter)
    run scripts/fetch-model.ts
    model/build.sh proofs smollm2-135m-flat smollm2-135m-split
    run model/test/forward.ts smollm2-135m-flat
    run model/test/webllm.ts smollm2-135m-flat
    # Split along K, a row costs ten times as much on a software adapter: only the logits there.
    run model/test/forward.ts smollm2-135m-split
    ;;
  bench)
    name=${2:-smollm2-135m-flat}
    [[ $name == tiny* ]] || run scripts/fetch-model.ts
    model/build.sh proofs "$name"
    run model/test/speed.ts "$name" "${3:-200}"
    ;;
  *) echo "unknown: $1" >&2 && exit 2 ;;
esac
