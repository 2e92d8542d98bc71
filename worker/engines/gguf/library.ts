/** A model library as `public/libraries/NAME.json` describes it; see `dev/model/LAYOUT.md`. */
export interface ModelLibrary {
  readonly name: string;
  /** `flat` for software adapters, `split` for GPUs. */
  readonly kernels: "flat" | "split";
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  /** WebGPU features it needs. */
  readonly features: readonly string[];
  readonly shape: LibraryShape;
  /** Tokens of one prefill step. */
  readonly chunk: number;
  /** The longest context it can hold, in tokens. */
  readonly context: number;
  readonly params: readonly LibraryParameter[];
}

/** A decoder's sizes and variants. */
export interface LibraryShape {
  readonly family: "llama" | "qwen2" | "qwen3";
  readonly vocabulary: number;
  readonly width: number;
  readonly inner: number;
  readonly layers: number;
  readonly heads: number;
  readonly kv_heads: number;
  readonly head: number;
  readonly rope_base: number;
  readonly epsilon: number;
  readonly tied: boolean;
  readonly qkv_bias: boolean;
  readonly head_norm: boolean;
  readonly rope_scaling: unknown;
  readonly layer_form: "q4" | "q8";
  readonly embed_form: "q4" | "q8";
  readonly dtype: "float32" | "float16";
}

export interface LibraryParameter {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: "uint32" | "float32";
}
