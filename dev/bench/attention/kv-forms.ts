/** How keys and values are kept, and whether llama.cpp's one-pass attention reads them. */
export const KV_FORMS = {
  "f16, flash": { cache_type_k: "f16", cache_type_v: "f16", flash_attn: true },
  f16: { cache_type_k: "f16", cache_type_v: "f16", flash_attn: false },
  "f32, flash": { cache_type_k: "f32", cache_type_v: "f32", flash_attn: true },
  f32: { cache_type_k: "f32", cache_type_v: "f32", flash_attn: false },
  "q8_0 keys, f32 values": { cache_type_k: "q8_0", cache_type_v: "f32", flash_attn: false },
  "q8_0, flash": { cache_type_k: "q8_0", cache_type_v: "q8_0", flash_attn: true },
} as const;
export type KvForm = keyof typeof KV_FORMS;
