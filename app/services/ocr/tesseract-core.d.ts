declare module "tesseract.js-core/tesseract-core-simd-lstm.js" {
  /** The part of Tesseract's wasm build that is used here. */
  interface TesseractCore {
    readonly FS: { writeFile(path: string, bytes: Uint8Array): void };
    readonly TessBaseAPI: new () => {
      Init(folder: string, languages: string, engineMode: number): number;
      SetPageSegMode(mode: number): void;
      SetImageFile(exifOrientation: number, angle: number): number;
      Recognize(monitor: null): number;
      GetTSVText(page: number): string;
    };
  }
  function createCore(module: {
    readonly wasmBinary: ArrayBuffer;
    print(line: string): void;
    printErr(line: string): void;
  }): Promise<TesseractCore>;
  export = createCore;
}
