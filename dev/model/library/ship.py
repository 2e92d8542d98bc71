"""Builds every library and writes what is committed: python -m library.ship RUNTIME_FOLDER [NAME ...]

- public/libraries/NAME-HASH.wasm, the library; NAME.json, what the app needs to know of it
- model/built.json, what they were built from, for the check that nothing has changed since"""

import hashlib
import importlib.metadata
import json
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from .shape import SHIPPED

MODEL = Path(__file__).parent.parent
PUBLIC = MODEL.parent.parent / "public" / "libraries"
LIMIT = 3_000_000  # bytes
# Everything that can change a library's bytes. Not here: the reference, the tests and the tiny model's weights.
SOURCES = [
    "requirements.txt", "build.sh", "runtime/build-runtime.sh", "runtime/glue.cc", "runtime/page-functions.js",
    "runtime/include/tvm/support/io.h", "runtime/include/tvm/support/serializer.h",
    "runtime/include/tvm/support/cuda/nvtx.h", "runtime/support/base64.h", "runtime/support/bytes_io.h",
    "runtime/support/utils.h", "library/__init__.py", "library/kernel.py", "library/linear.py",
    "library/attention.py", "library/small.py", "library/shape.py", "library/decoder.py", "library/compile.py",
    "library/ship.py",
]


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def first_line(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0].strip()


def versions():
    return {
        "apache-tvm": importlib.metadata.version("apache-tvm"),
        "apache-tvm-ffi": importlib.metadata.version("apache-tvm-ffi"),
        "emscripten": first_line("emcc", "--version").split(") ")[-1].split(" ")[0],
        "binaryen": first_line("wasm-opt", "--version").split(" ")[-1],
        "webllm": json.loads((MODEL.parent / "package.json").read_text())["dependencies"]["@mlc-ai/web-llm"],
    }


def describe(library, file, data):
    s = library.shape
    shape = {key: value for key, value in asdict(s).items() if key not in ("name", "chunk", "context")}
    return {
        "name": library.name,
        "kernels": library.kernels,
        "file": file,
        "bytes": len(data),
        "sha256": sha256(data),
        "features": ["shader-f16"] if s.dtype == "float16" else [],
        "shape": shape,
        "chunk": s.chunk,
        "context": s.context,
        "versions": versions(),
        "params": [{"name": label, "shape": list(dims), "dtype": dtype} for label, dims, dtype in s.parameters()],
    }


def text(value):
    """Indented, but with each parameter on one line."""
    lines = json.dumps({**value, "params": []}, indent=2)
    params = ",\n    ".join(json.dumps(each) for each in value["params"])
    return lines.replace('"params": []', f'"params": [\n    {params}\n  ]') + "\n"


def main():
    runtime, *wanted = sys.argv[1:]
    PUBLIC.mkdir(parents=True, exist_ok=True)
    for library in SHIPPED:
        if wanted and library.name not in wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            # A process each, so that no state of the compiler carries over from one library to the next.
            raw, small = f"{folder}/raw.wasm", f"{folder}/small.wasm"
            subprocess.run([sys.executable, "-m", "library.compile", library.name, runtime, raw], check=True, cwd=MODEL)
            subprocess.run(["wasm-opt", "-Oz", raw, "-o", small], check=True)
            data = Path(small).read_bytes()
        assert len(data) <= LIMIT, f"{library.name} has {len(data)} bytes"
        file = f"{library.name}-{sha256(data)[:12]}.wasm"
        for old in PUBLIC.glob(f"{library.name}-{'[0-9a-f]' * 12}.wasm"):
            old.unlink()
        (PUBLIC / file).write_bytes(data)
        (PUBLIC / f"{library.name}.json").write_text(text(describe(library, file, data)))
        print(f"{file}: {len(data)} bytes", flush=True)
    if not wanted:
        built = {
            "sources": {each: sha256((MODEL / each).read_bytes()) for each in SOURCES},
            "libraries": {
                library.name: json.loads((PUBLIC / f"{library.name}.json").read_text())["sha256"] for library in SHIPPED
            },
        }
        (MODEL / "built.json").write_text(json.dumps(built, indent=2) + "\n")


if __name__ == "__main__":
    main()
