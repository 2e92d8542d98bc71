import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { writeTinyEar } from "../dev/scripts/gpu/write-tiny-ear.ts";
import { writeTinyModels } from "../dev/scripts/gpu/write-tiny-models.ts";
import { expectNoViolation } from "./harness/accessible.ts";
import { driveChat, expectReady } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";
import { composer, goTo, readStored } from "./page-driver.ts";

/** “The ferry leaves at eight.”, said by espeak-ng 1.51, over and over. */
const SPEECH = join(import.meta.dirname, "harness/speech.wav");
const MICROPHONE = [
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  `--use-file-for-fake-audio-capture=${SPEECH}`,
];

/** What the page has given to its worker to be written down, and the microphones that it has opened. */
interface Heard {
  readonly sounds: readonly string[];
  readonly tracks: readonly MediaStreamTrack[];
}

/** As where nothing else runs: the more threads compute, the fewer are free for a sound. */
async function measureTwoThreads(page: Page, url: string): Promise<void> {
  await page.goto(`${url}icon.svg`);
  await page.evaluate(async () => {
    const cache = await caches.open("alcove-device");
    const measured = new Response(JSON.stringify({ threads: 2, measuredAt: Date.now() }));
    await cache.put(`https://alcove.invalid/threads/${navigator.hardwareConcurrency}`, measured);
  });
}

async function watchEars(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard = { sounds: [] as unknown[], tracks: [] as MediaStreamTrack[] };
    Reflect.set(globalThis, "heard", heard);
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, ...sent: unknown[]): void {
      const [message] = sent as [{ path?: string[]; argumentList?: { value: unknown }[] }];
      if (message?.path?.at(-1) === "transcribe") heard.sounds.push(message.argumentList?.[1]?.value);
      Reflect.apply(post, this, sent);
    };
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      heard.tracks.push(...stream.getTracks());
      return stream;
    };
  });
}

function readHeard<Value>(page: Page, look: (heard: Heard) => Value): Promise<Value> {
  return page
    .evaluateHandle((): unknown => Reflect.get(globalThis, "heard"))
    .then((held) => held.evaluate(look as (heard: unknown) => Value));
}

const countOpen = (page: Page) =>
  readHeard(page, ({ tracks }) => tracks.filter(({ readyState }) => readyState === "live").length);

/** The facts of a WAV in Base64. */
function readWav(sound: string) {
  const bytes = Buffer.from(sound, "base64");
  const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset + 44, bytes.byteOffset + bytes.length));
  const rate = bytes.readUInt32LE(24);
  return {
    kind: bytes.toString("latin1", 0, 4) + bytes.toString("latin1", 8, 12),
    channels: bytes.readUInt16LE(22),
    rate,
    bits: bytes.readUInt16LE(34),
    seconds: samples.length / rate,
    peak: samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) / 0x7fff,
  };
}

test("a model with ears writes down what the microphone heard, and the user alone sends it", async ({
  app,
  profile,
  expectErrors,
}) => {
  // A picture alone names no icon, so the browser asks for one.
  expectErrors(/favicon\.ico/);
  const folder = await mkdtemp(join(tmpdir(), "alcove-ears-"));
  try {
    const models = await writeTinyModels("dev/model/tiny/tiny.gguf", folder, { contextTokens: 4096, printable: true });
    const model = models.find(([name]) => name === "llama")?.[1] ?? "";
    const ears = join(folder, "mmproj-tiny.gguf");
    await writeTinyEar(ears);
    const context = await profile.open(MICROPHONE);
    const page = await context.newPage();
    await watchEars(page);
    const chat = driveChat(page, app.url);
    const strip = page.getByTestId("dictation");
    const speak = async (): Promise<void> => {
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByRole("button", { name: "Speak instead of typing" }).click();
      await expect(strip).toHaveAttribute("data-state", "recording");
    };

    await test.step("model and ears are picked together", async () => {
      await measureTwoThreads(page, app.url);
      await chat.open("model=scripted:notes");
      await goTo(page, "#/models");
      await page.getByTestId("import-input").setInputFiles([ears, model]);
      await expect(page.getByTestId("current-model")).toContainText("It hears");
      await goTo(page, "#/");
      await expectReady(page);
    });

    await test.step("what is recorded for some seconds goes to the model as a WAV, and its words into the message field", async () => {
      await composer(page).fill("Note:");
      await speak();
      await expect(strip.getByRole("meter")).toBeVisible();
      await expect.poll(async () => Number(await strip.getByRole("meter").getAttribute("value"))).toBeGreaterThan(0.05);
      await expectNoViolation(page, "a recording");
      await page.screenshot({ path: test.info().outputPath("recording.png") });
      await page.waitForTimeout(2500);
      await strip.getByRole("button", { name: "Done" }).click();
      await expect(composer(page)).toHaveValue(/^Note: \S/, { timeout: 400_000 });
      await expect(strip).toHaveCount(0);
      await expect(composer(page)).toBeFocused();
      const [sound = ""] = await readHeard(page, ({ sounds }) => sounds);
      const { seconds, peak, ...facts } = readWav(sound);
      expect(facts).toEqual({ kind: "RIFFWAVE", channels: 1, rate: 16_000, bits: 16 });
      expect(seconds).toBeGreaterThan(2.4);
      expect(seconds).toBeLessThan(20);
      expect(peak).toBeGreaterThan(0.1);
    });

    await test.step("nothing was sent or stored, and the microphone is let go", async () => {
      expect(await countOpen(page)).toBe(0);
      await expect(page.getByTestId("question")).toHaveCount(0);
      expect(await readStored(page, "messages")).toBe("[]");
      expect(await readStored(page, "run-events")).toBe("[]");
    });

    await test.step("Escape throws a recording away, and the microphone is let go", async () => {
      const before = await composer(page).inputValue();
      await speak();
      expect(await countOpen(page)).toBe(1);
      await page.keyboard.press("Escape");
      await expect(strip).toHaveCount(0);
      await expect.poll(() => countOpen(page)).toBe(0);
      expect(await composer(page).inputValue()).toBe(before);
      expect(await readHeard(page, ({ sounds }) => sounds.length)).toBe(1);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
