/** The sample folder: thirty short files in three languages, made for this app. */
export const SAMPLE_FILES: readonly { readonly path: string; readonly text: string }[] = Object.entries(
  import.meta.glob<string>("./sample/**/*", { query: "?raw", import: "default", eager: true }),
).map(([path, text]) => ({ path: path.replace("./sample/", ""), text }));
