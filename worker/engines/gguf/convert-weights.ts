import { dequantise } from "./dequantise.ts";
import { corrupt, unsupported } from "./gguf-fault.ts";
import type { LibraryParameter, LibraryShape, ModelLibrary } from "./library.ts";
import { createPackedWeight, isLossless, packRow, type WeightForm } from "./pack-weight.ts";
import type { ByteSource, GgufHeader, GgufTensor } from "./read-gguf.ts";

/** A parameter of the library, ready to be stored. */
export interface ConvertedParameter extends LibraryParameter {
  readonly data: Uint8Array<ArrayBuffer>;
  /** False when its values were quantised a second time. */
  readonly lossless: boolean;
}

/** Bytes of a tensor read at once. */
const READ_BYTES = 4 * 1024 * 1024;

/**
 * Converts a GGUF file's tensors into a library's parameters, one after another: at most one tensor is in memory.
 * Throws a `GgufFault` when a tensor is missing or its shape differs from the library's.
 */
export async function* convertWeights(
  header: GgufHeader,
  source: ByteSource,
  library: ModelLibrary,
): AsyncGenerator<ConvertedParameter, void, void> {
  const declared = new Map(library.params.map((parameter) => [parameter.name, parameter]));
  for (const plan of toPlans(library.shape)) {
    const tensors = plan.tensors.map((name) => findTensor(header, name));
    const made =
      plan.form === null
        ? await convertVector(plan, tensors, source)
        : await convertMatrix(plan, plan.form, tensors, source, library.shape);
    for (const parameter of made) {
      const wanted = declared.get(parameter.name);
      if (wanted === undefined) throw unsupported(`the library has no parameter '${parameter.name}'`);
      if (wanted.shape.join() !== parameter.shape.join() || wanted.dtype !== parameter.dtype) {
        throw corrupt(`'${plan.tensors.join("', '")}' has another shape than the library's '${parameter.name}'`);
      }
      declared.delete(parameter.name);
      yield parameter;
    }
  }
  const [missing] = declared.keys();
  if (missing !== undefined) throw unsupported(`the library wants '${missing}', which has no source in the file`);
}

/** One or two parameters and the tensors they are made of, side by side. */
interface ParameterPlan {
  readonly name: string;
  readonly tensors: readonly string[];
  /** Null for a vector, which stays f32. */
  readonly form: WeightForm | null;
}

function toPlans(shape: LibraryShape): readonly ParameterPlan[] {
  const { layer_form, embed_form } = shape;
  const plans: ParameterPlan[] = [{ name: "embed_tokens", tensors: ["token_embd.weight"], form: embed_form }];
  for (let layer = 0; layer < shape.layers; layer += 1) {
    const from = (name: string): string => `blk.${layer}.${name}`;
    const to = (name: string): string => `layers.${layer}.${name}`;
    plans.push(
      { name: to("attention_norm.weight"), tensors: [from("attn_norm.weight")], form: null },
      { name: to("qkv"), tensors: ["q", "k", "v"].map((part) => from(`attn_${part}.weight`)), form: layer_form },
    );
    if (shape.qkv_bias) {
      plans.push({
        name: to("qkv.bias"),
        tensors: ["q", "k", "v"].map((part) => from(`attn_${part}.bias`)),
        form: null,
      });
    }
    if (shape.head_norm) {
      plans.push(
        { name: to("q_norm.weight"), tensors: [from("attn_q_norm.weight")], form: null },
        { name: to("k_norm.weight"), tensors: [from("attn_k_norm.weight")], form: null },
      );
    }
    plans.push(
      { name: to("attention_out"), tensors: [from("attn_output.weight")], form: layer_form },
      { name: to("inner_norm.weight"), tensors: [from("ffn_norm.weight")], form: null },
      { name: to("gate_up"), tensors: [from("ffn_gate.weight"), from("ffn_up.weight")], form: layer_form },
      { name: to("down"), tensors: [from("ffn_down.weight")], form: layer_form },
    );
  }
  plans.push({ name: "norm.weight", tensors: ["output_norm.weight"], form: null });
  if (!shape.tied) plans.push({ name: "logits", tensors: ["output.weight"], form: embed_form });
  return plans;
}

function findTensor(header: GgufHeader, name: string): GgufTensor {
  const tensor = header.tensors.get(name);
  if (tensor === undefined) throw corrupt(`the tensor '${name}' is missing`);
  return tensor;
}

async function convertVector(
  plan: ParameterPlan,
  tensors: readonly GgufTensor[],
  source: ByteSource,
): Promise<ConvertedParameter[]> {
  const values: number[] = [];
  for (const tensor of tensors) {
    if (tensor.shape.length !== 1) throw corrupt(`'${tensor.name}' is not a vector`);
    values.push(...dequantise(tensor.type, await readExactly(source, tensor.offset, tensor.bytes)));
  }
  const data = new Float32Array(values);
  return [toParameter(plan.name, [data.length], "float32", data, true)];
}

async function convertMatrix(
  plan: ParameterPlan,
  form: WeightForm,
  tensors: readonly GgufTensor[],
  source: ByteSource,
  shape: LibraryShape,
): Promise<ConvertedParameter[]> {
  const inputs = tensors[0]?.shape[0] ?? 0;
  const outputs = tensors.reduce((sum, tensor) => sum + (tensor.shape[1] ?? 0), 0);
  for (const tensor of tensors) {
    if (tensor.shape.length !== 2 || tensor.shape[0] !== inputs) throw corrupt(`'${tensor.name}' has another width`);
  }
  const weight = createPackedWeight(form, inputs, outputs);
  let start = 0;
  for (const tensor of tensors) {
    const toColumn = toColumnOrder(tensor.name, shape);
    const rowBytes = tensor.bytes / (tensor.shape[1] ?? 1);
    const rows = tensor.shape[1] ?? 0;
    const step = Math.max(1, Math.floor(READ_BYTES / rowBytes));
    for (let row = 0; row < rows; row += step) {
      const count = Math.min(step, rows - row);
      const bytes = await readExactly(source, tensor.offset + row * rowBytes, count * rowBytes);
      for (let index = 0; index < count; index += 1) {
        const at = index * rowBytes;
        packRow(tensor.type, bytes.subarray(at, at + rowBytes), weight, start + toColumn(row + index));
      }
    }
    start += rows;
  }
  const lossless = tensors.every((tensor) => isLossless(tensor.type, form));
  const scales = form === "q4" ? weight.scales : new Float32Array(weight.scales.buffer);
  const groups = inputs / 32;
  const words = form === "q4" ? groups * 4 : groups * 8;
  return [
    toParameter(`${plan.name}.q_weight`, [words, outputs], "uint32", weight.words, lossless),
    toParameter(`${plan.name}.q_scale`, [groups, outputs], form === "q4" ? "uint32" : "float32", scales, lossless),
  ];
}

/**
 * GGUF files of the architecture `llama` order the rows of q and k for rotating neighbouring pairs; our kernels rotate
 * halves. Returns the position of a row within its tensor.
 */
function toColumnOrder(tensorName: string, shape: LibraryShape): (row: number) => number {
  const isRotated = shape.family === "llama" && /\.attn_[qk]\.weight$/.test(tensorName);
  if (!isRotated) return (row) => row;
  const { head } = shape;
  return (row) => {
    const inHead = row % head;
    return row - inHead + (inHead % 2 === 0 ? inHead / 2 : head / 2 + (inHead - 1) / 2);
  };
}

function toParameter(
  name: string,
  shape: readonly number[],
  dtype: LibraryParameter["dtype"],
  data: Uint32Array<ArrayBuffer> | Float32Array<ArrayBuffer>,
  lossless: boolean,
): ConvertedParameter {
  return { name, shape, dtype, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength), lossless };
}

async function readExactly(source: ByteSource, offset: number, length: number): Promise<Uint8Array> {
  const bytes = await source.read(offset, length);
  if (bytes.length !== length) throw corrupt("the file ends before its own size");
  return bytes;
}
