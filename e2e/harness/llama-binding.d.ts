/** The folder of llama.cpp's prebuilt binding for Node; the package declares no types. */
declare module "@node-llama-cpp/linux-x64" {
  export function getBinsDir(): { readonly binsDir: string; readonly packageVersion: string };
}
