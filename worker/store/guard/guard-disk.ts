import type { Failure } from "../../protocol/failure.ts";
import type { Stores } from "../stores.ts";
import { createReserve } from "./reserve.ts";
import { retireTornLog, retireWriteLog } from "./retire-write-log.ts";
import { openWithReserve } from "./with-reserve.ts";

/** Opens the stores in a browser's worker, guarded against a disk that runs full. */
export function guardDisk(
  open: (retireLog: () => Promise<unknown>) => Promise<Stores>,
  onFailure: ((failure: Failure) => void) | undefined,
): Promise<Stores> {
  const reserve = createReserve(navigator.storage);
  const retireTorn = () => retireTornLog(navigator);
  const retireLog = async (): Promise<void> => {
    // Nine megabytes that do not fit would tear the log that they are to put aside.
    if (!(await reserve.take())) return;
    try {
      await retireWriteLog(navigator);
    } catch {
      await reserve.release();
      await retireTorn();
    }
  };
  return openWithReserve(() => open(retireLog), {
    reserve,
    retireLog: retireTorn,
    now: () => performance.now(),
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    onFailure,
  });
}
