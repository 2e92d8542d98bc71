#!/usr/bin/env bash
# The checks that need a browser and the build's Python (dev/model/build.sh prepares it):
#   dev/model/test.sh          kernels, the tiny model, and the other members of the family, against numpy
#   dev/model/test.sh starter  the starter model, in both kinds of kernels
# With DAWN_FOR_NODE=FOLDER of an installed npm package `webgpu` the first runs the kernels on the Vulkan driver of this
# machine, without a browser, and ends there.
#   dev/model/test.sh bench [NAME [HELD TOKENS]]
set -euo pipefail
cd "$(dirname "$0")/../.."
run() { npx --no-install tsx "$@"; }
case ${1:-all} in
  all)
    dev/model/build.sh cases
    run dev/model/test/kernels.ts dev/model/.build/kernel-cases
    [ -z "${DAWN_FOR_NODE:-}" ] || exit 0
    names=(tiny-flat tiny-split tiny-qwen2-flat tiny-qwen3-split tiny-llama3-flat)
    dev/model/build.sh proofs "${names[@]}"
    run dev/model/test/forward.ts "${names[@]}"
    run dev/model/test/webllm.ts tiny-flat
    run dev/model/test/webllm.ts tiny-split
    ;;
  starter)
    run dev/scripts/fetch-model.ts
    dev/model/build.sh proofs smollm2-135m-flat smollm2-135m-split
    run dev/model/test/forward.ts smollm2-135m-flat
    run dev/model/test/webllm.ts smollm2-135m-flat
    # Split along K, a row costs ten times as much on a software adapter: only the logits there.
    run dev/model/test/forward.ts smollm2-135m-split
    ;;
  bench)
    name=${2:-smollm2-135m-flat}
    [[ $name == tiny* ]] || run dev/scripts/fetch-model.ts
    dev/model/build.sh proofs "$name"
    run dev/model/test/speed.ts "$name" "${3:-200}"
    ;;
  *) echo "unknown: $1" >&2 && exit 2 ;;
esac
