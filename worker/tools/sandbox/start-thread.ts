/**
 * Makes what starts a thread by the address of its script. From a blob whose one line imports it, so that the page's
 * content policy binds it: a worker started from an address is bound by that file's own headers only.
 */
export function createThreadStarter(scriptAddress: string, name: string): () => Worker {
  let startAddress: string | undefined;
  return () => {
    const line = `import ${JSON.stringify(new URL(scriptAddress, import.meta.url).href)};`;
    // Never revoked: a thread might not have read it yet.
    startAddress ??= URL.createObjectURL(new Blob([line], { type: "text/javascript" }));
    return new Worker(startAddress, { type: "module", name });
  };
}
