import { STARTER_FILE } from "../../worker/engines/catalog/starter-model.ts";

/** The machines, their lines and what they fetch; bytes, bits a second, seconds. */
interface School {
  readonly machines: number;
  /** The line that all share. */
  readonly lineBits: number;
  /** Of each machine within the building. */
  readonly localBits: number;
  readonly appBytes: number;
  readonly modelBytes: number;
  /** What one user writes and gets answered in a day. */
  readonly dayBytes: number;
}

const SCHOOL: School = {
  machines: 1000,
  lineBits: 100e6,
  localBits: 100e6,
  // What a first visit fetches with the processor's engine, compressed.
  appBytes: 2.9e6,
  modelBytes: STARTER_FILE.bytes,
  // Fifty questions with their answers and logs.
  dayBytes: 50 * 12_000,
};

/**
 * Plays, without a network, how long 1,000 machines take to get the app and the starter, and what a day of their notes
 * would cost if they were sent to each other. Options: `--machines=1000`, `--json`.
 */
export async function benchSchool(options: readonly string[]): Promise<void> {
  const machines = Number(options.find((option) => option.startsWith("--machines="))?.slice(11) ?? SCHOOL.machines);
  const school = { ...SCHOOL, machines };
  const ways = [
    { way: "each from the host, over the shared line", ...fetchAll(school) },
    { way: "one from the host, the others from those that have it", ...spread(school, 4) },
    { way: "an offline copy on a machine of the building", ...fetchFrom(school, 1e9) },
  ];
  const sync = toSync(school);
  if (options.includes("--json")) console.log(JSON.stringify({ bench: "school", school, ways, sync }));
  else {
    console.table(ways);
    console.table(sync);
  }
}

function toBytes({ appBytes, modelBytes }: School): number {
  return appBytes + modelBytes;
}

function fetchAll(school: School) {
  const line = school.machines * toBytes(school);
  return { minutes: round((line * 8) / school.lineBits / 60), lineGb: round(line / 1e9) };
}

/** From one machine of the building with this line. */
function fetchFrom(school: School, bits: number) {
  return { minutes: round((school.machines * toBytes(school) * 8) / bits / 60), lineGb: 0 };
}

/** Every machine that has all of it serves so many others at a time, second by second. */
function spread(school: School, slots: number) {
  const bytes = toBytes(school);
  const first = (bytes * 8) / school.lineBits;
  let having = 1;
  let seconds = first;
  while (having < school.machines) {
    const fetching = Math.min(school.machines - having, having * slots);
    // A sender's line is shared by those that it serves.
    seconds += (bytes * 8) / (school.localBits / slots);
    having += fetching;
  }
  return { minutes: round(seconds / 60), lineGb: round(bytes / 1e9) };
}

/** What a day's records cost where everybody gets everybody's, where a class of 30 shares, and where one keeps to oneself. */
function toSync({ machines, dayBytes, localBits }: School) {
  return [machines, 30, 1].map((group) => {
    const received = (group - 1) * dayBytes;
    return {
      sharedBy: group,
      receivedMbADay: round(received / 1e6),
      secondsOfLine: round((received * 8) / localBits),
      diskGbAYear: round((group * dayBytes * 200) / 1e9),
      notesAYear: group * 10 * 200,
    };
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
