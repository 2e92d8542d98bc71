import type { Result } from "../failure.ts";
import type { PackBytes, PackChoice, PackContents, PackFile, PackProgress } from "../pack.ts";

/** Packs: one file with models, data and the app itself, for a device without a network. */
export interface PacksApi {
  /** Puts the chosen things into one file that another device can install without a network. */
  makePack(choice: PackChoice, onProgress: (progress: PackProgress) => void): Promise<Result<PackBytes>>;
  /** Lists a pack's contents; changes nothing. Takes one file, or all files of an unpacked folder. */
  readPack(files: readonly PackFile[]): Promise<Result<PackContents>>;
  /**
   * Checks everything in a pack and installs all of it or nothing; conversations are merged with the stored ones. For
   * `isOwn` see `importEverything`.
   */
  installPack(
    files: readonly PackFile[],
    isOwn: boolean,
    onProgress: (progress: PackProgress) => void,
  ): Promise<Result<null>>;
}
