"""Compiles one library to wasm: python -m library.compile NAME RUNTIME_FOLDER OUTPUT.wasm"""

import subprocess
import sys
from pathlib import Path

import tvm
from tvm import relax, tirx
from tvm.s_tir import dlight

from .decoder import Decoder, metadata
from .shape import LIBRARIES

PAGE_FUNCTIONS = Path(__file__).parent.parent / "runtime" / "page-functions.js"


# Without it, TVM names every common subexpression and then does not use the names; the kernels name what they share.
SETTINGS = {"tirx.disable_cse_tir": True}


def gpu():
    """What every WebGPU adapter that WebLLM accepts can do; the host side is wasm."""
    return tvm.target.Target(
        {
            "kind": "webgpu",
            "max_num_threads": 256,
            "max_shared_memory_per_block": 16384,
            "host": {"kind": "llvm", "mtriple": "wasm32-unknown-unknown-wasm"},
        }
    )


def slots(value):
    """The places of the table of sizes that an expression reads."""
    if isinstance(value, tvm.ir.TensorLoad):
        return {int(value.indices[0])}
    return set().union(*(slots(getattr(value, part)) for part in ("a", "b", "value") if hasattr(value, part)))


@tvm.transform.module_pass(opt_level=0)
def in_order(module, _context):
    """Sorts what each shape function stores. VMShapeLower keeps sizes in a table by the address of their variable, so
    that they come out in another order now and then: other bytes from the same sources."""
    for label, function in module.functions_items():
        if not label.name_hint.startswith("shape_func") or not isinstance(function.body, tirx.SeqStmt):
            continue
        stores = sorted(function.body, key=lambda store: int(store.indices[0]))
        written = {int(store.indices[0]) for store in stores}
        assert not any(written & slots(store.value) for store in stores), f"{label.name_hint} reads what it writes"
        module[label] = function.with_body(tirx.SeqStmt(stores))
    return module


def lower(target):
    """TVM's passes from the frontend's module to the virtual machine's; our own kernels pass unchanged."""

    @tvm.transform.module_pass(opt_level=0)
    def pipeline(module, _context):
        step = relax.transform
        with target:
            return tvm.transform.Sequential(
                [
                    step.LegalizeOps(),
                    step.AnnotateTIROpPattern(),
                    step.FoldConstant(),
                    step.DeadCodeElimination(),
                    dlight.ApplyDefaultSchedule(dlight.gpu.Fallback()),
                    step.RewriteDataflowReshape(),
                    step.ToNonDataflow(),
                    step.RemovePurityChecking(),
                    step.CallTIRRewrite(),
                    step.StaticPlanBlockMemory(),
                    step.LowerAllocTensor(),
                    step.KillAfterLastUse(),
                    step.LowerRuntimeBuiltin(),
                    step.ComputePrimValue(),
                    step.VMShapeLower(),
                    in_order,
                    step.AttachGlobalSymbol(),
                ]
            )(module)

    return pipeline


def module_of(library, target):
    """The library as TVM's module, with the metadata function that WebLLM calls first."""
    with target:
        decoder = Decoder(library)
        module, parameters, _ = decoder.export_tvm(spec=decoder.specification(), allow_extern=True)
        found = [(label, tuple(int(n) for n in each.shape), str(each.dtype)) for label, each in parameters]
        assert found == list(library.shape.parameters()), "the decoder's parameters differ from the shape's"
        builder = relax.BlockBuilder(module)
        with builder.function("_metadata", []):
            builder.emit_func_output(tvm.ir.StringImm(metadata(library)))
        return builder.finalize()


def build(library):
    target = gpu()
    module = module_of(library, target)
    with target, tvm.transform.PassContext(opt_level=3, config=SETTINGS):
        return relax.build(module, target=target, relax_pipeline=lower(target), system_lib=True)


def linker(runtime):
    def link(output, objects, **_options):
        subprocess.run(
            [
                "emcc", "-Os", "--no-entry", "-sWASM_BIGINT=1", "-sSTANDALONE_WASM=1", "-sALLOW_MEMORY_GROWTH=1",
                "-sINITIAL_MEMORY=32MB", "-sERROR_ON_UNDEFINED_SYMBOLS=1", f"--js-library={PAGE_FUNCTIONS}",
                "-o", output, *(f"{runtime}/{unit}.o" for unit in ("wasm_runtime", "webgpu_runtime", "glue")),
                *objects,
            ],
            check=True,
        )

    # TVM's LLVM is newer than Debian's, which cannot read its bitcode but reads its wasm objects.
    link.object_format = "o"
    return link


def main():
    wanted, runtime, output = sys.argv[1:]
    build(LIBRARIES[wanted]).export_library(output, fcompile=linker(runtime))


if __name__ == "__main__":
    main()
