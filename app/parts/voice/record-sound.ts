import { type DictationScope, meterLevel, openMicrophone } from "./dictation.ts";
import { writeWav } from "./write-wav.ts";

/** Samples a second that models which hear are made for. */
const SAMPLE_RATE = 16_000;
/** Longest recording: as much as they take in at once. */
const MAX_RECORDING_MS = 30_000;

/** A recording under way: `finish` ends it with a WAV of one channel, null where nothing was recorded; `cancel` throws it away. */
export interface Recording {
  finish(): Promise<Uint8Array<ArrayBuffer> | null>;
  cancel(): void;
}

/** Begins to record, on this device alone, until `onFull`. The microphone is let go when it ends. */
export async function recordSound(
  scope: Pick<DictationScope, "navigator">,
  onLevel: (level: number) => void,
  onFull: () => void,
): Promise<Recording | "no-microphone" | "refused"> {
  const stream = await openMicrophone(scope);
  if (typeof stream === "string") return stream;
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopMeter = meterLevel(stream, onLevel);
  const timer = setTimeout(onFull, MAX_RECORDING_MS);
  const ended = new Promise<void>((resolve) => {
    // Comes also where the microphone is taken away.
    recorder.onstop = () => {
      clearTimeout(timer);
      stopMeter();
      for (const track of stream.getTracks()) track.stop();
      resolve();
    };
  });
  recorder.start();
  const cancel = (): void => {
    if (recorder.state !== "inactive") recorder.stop();
  };
  return {
    cancel,
    async finish() {
      cancel();
      await ended;
      const recorded = await new Blob(parts).arrayBuffer();
      // Gives back this many samples a second, however many were recorded.
      const decoder = new OfflineAudioContext(1, 1, SAMPLE_RATE);
      const sound = await decoder.decodeAudioData(recorded).catch(() => null);
      if (sound === null || sound.length === 0) return null;
      return writeWav(sound.getChannelData(0).subarray(0, (MAX_RECORDING_MS / 1000) * SAMPLE_RATE), SAMPLE_RATE);
    },
  };
}
