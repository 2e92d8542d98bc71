import { toHalf } from "../../../worker/engines/gguf/half-float.ts";
import { type Entry, type Tensor, toNumbers, type Value, writeGguf } from "./write-gguf.ts";

/** The shape of the tiny ear. Half a minute has 1500 places, of which four are one token. */
const EAR = { mels: 80, width: 64, inner: 128, layers: 2, heads: 2, places: 1500, stacked: 4, hidden: 64 } as const;
const HALF_FLOATS = 1;

/**
 * Writes the projector file (mmproj) of a tiny model: an ear of seeded random weights in the shape of Ultravox's (Whisper's
 * encoder), for tokens of `tokenWidth` numbers.
 */
export async function writeTinyEar(path: string, tokenWidth = 128): Promise<void> {
  const { mels, width, inner, layers, heads, places, stacked, hidden } = EAR;
  const facts: Readonly<Record<string, Value>> = {
    num_mel_bins: [4, mels],
    embedding_length: [4, width],
    feed_forward_length: [4, inner],
    projection_dim: [4, tokenWidth],
    block_count: [4, layers],
    "attention.head_count": [4, heads],
    "attention.layer_norm_epsilon": [6, 1e-5],
    "projector.stack_factor": [4, stacked],
  };
  const entries: readonly Entry[] = [
    ["general.architecture", [8, "clip"]],
    ["general.type", [8, "mmproj"]],
    ["general.name", [8, "tiny-ear"]],
    ["clip.has_audio_encoder", [7, 1]],
    ["clip.projector_type", [8, "ultravox"]],
    ["clip.use_gelu", [7, 1]],
    ...Object.entries(facts).map(([key, value]) => [`clip.audio.${key}`, value] as const),
  ];
  const weight = (name: string, from: number, to: number): Tensor => ({ name: `${name}.weight`, shape: [from, to] });
  const even = (name: string, size: number, fill = 1): Tensor => ({ name, shape: [size], fill });
  const linear = (name: string, from: number, to: number) => [weight(name, from, to), even(`${name}.bias`, to, 0)];
  const levelled = (name: string) => [even(`${name}.weight`, width), even(`${name}.bias`, width, 0)];
  const blocks = Array.from({ length: layers }, (_, index) => `a.blk.${index}`).flatMap((block) => [
    ...["attn_q", "attn_v", "attn_out"].flatMap((name) => linear(`${block}.${name}`, width, width)),
    // Whisper's keys have no bias.
    weight(`${block}.attn_k`, width, width),
    ...levelled(`${block}.ln1`),
    ...levelled(`${block}.ln2`),
    ...linear(`${block}.ffn_up`, width, inner),
    ...linear(`${block}.ffn_down`, inner, width),
  ]);
  await writeGguf(path, entries, [
    toHalves("a.conv1d.1.weight", [3, mels, width]),
    { name: "a.conv1d.1.bias", shape: [1, width], fill: 0 },
    toHalves("a.conv1d.2.weight", [3, width, width]),
    { name: "a.conv1d.2.bias", shape: [1, width], fill: 0 },
    { name: "a.position_embd.weight", shape: [width, places] },
    ...blocks,
    ...levelled("a.post_ln"),
    weight("mm.a.mlp.1", width * stacked, 2 * hidden),
    weight("mm.a.mlp.2", hidden, tokenWidth),
    even("mm.a.norm_pre.weight", width * stacked),
    even("mm.a.norm_mid.weight", hidden),
  ]);
}

/** Seeded random numbers of 16 bits: the engine's convolution takes no others. */
function toHalves(name: string, shape: readonly number[]): Tensor {
  const floats = toNumbers({ name, shape }, name.length);
  const numbers = new Float32Array(floats.buffer, floats.byteOffset, floats.length / 4);
  const halves = Uint16Array.from(numbers, toHalf);
  return { name, shape, packed: { type: HALF_FLOATS, bytes: new Uint8Array(halves.buffer) } };
}
