import { beforeAll, describe, expect, it } from "vitest";
import { type Ask, openSample } from "./sample-folder.fixture.ts";

describe("the sample folder, with a model too small to read it,", () => {
  let ask: Ask;
  beforeAll(async () => {
    ({ ask } = await openSample());
  });

  it.each([
    ["What does the lease say about pets?", /One cat or one small dog.*— \[\d\] english\/lease\.md$/su],
    ["how much rent do I pay?", /The rent is 940 euros/u],
    ["When does my flight to Porto leave?", /^> Flight TP 553 leaves at 9:25/u],
    ["How long do I cook the lentil soup?", /^> Cook for 20 minutes\.\n\n— \[1\]/u],
    ["washing machine service phone number", /0800 555 0142/u],
    ["Which of my documents is about the deposit?", /The deposit is 1,880 euros/u],
    ["search my documents for warranty", /three years/u],
    ["when is the next book club meeting?", /18 June at 19:00/u],
    ["what colour is my bike?", /green/u],
    ["Wie hoch war die Stromrechnung 2025?", /548,70 Euro/u],
    ["Suche in meinen Dateien nach Haustiere", /Katzen sind erlaubt/u],
    ["¿Cuánto es el alquiler?", /820 euros/u],
  ])("is searched once, and the answer is quoted with its source: %s", async (question, expected) => {
    const { text, calls, prompts } = await ask(question);
    expect(text).toMatch(expected);
    expect(text).toMatch(/^> /u);
    expect(calls).toEqual(["search_files"]);
    expect(prompts).toEqual([]);
  });

  it("says so plainly where nothing is found, in the question's language", async () => {
    expect((await ask("What is my passport number?")).text).toBe("I found nothing about this in your files.");
    expect((await ask("Wie lautet mein WLAN-Passwort?")).text).toMatch(/^Dazu habe ich in deinen Dateien nichts/u);
    expect((await ask("¿Cuál es mi número de pasaporte?")).text).toMatch(/^No he encontrado nada/u);
  });

  it.each([
    ["What is the average amount in expenses.csv?", /\*\*28\.34\d+\*\*\n\n— english\/expenses\.csv$/u],
    ["what did I spend on food in total?", /category = food: \*\*54\.55\*\*/u],
    ["Wie hoch ist der durchschnittliche Betrag im Haushaltsbuch?", /\*\*29\.45\*\*/u],
    ["¿Cuál es el promedio de importe en gastos.csv?", /\*\*21\.8125\*\*/u],
  ])("has its tables computed over: %s", async (question, expected) => {
    const { text, calls, prompts } = await ask(question);
    expect(text).toMatch(expected);
    expect(calls.slice(-2)).toEqual(["describe_table", "query_table"]);
    expect(prompts).toEqual([]);
  });

  it("says that files are still being read where what was found may not be all", async () => {
    const slow = await openSample();
    slow.holdReading();
    const { text, notices } = await slow.ask("What is my passport number?");
    expect(text).toBe("I found nothing about this in your files.");
    expect(notices).toEqual(["files-unread"]);
    expect((await ask("What is my passport number?")).notices).toEqual([]);
  });

  it("is listed as a whole and by kinds, and a file is shown", async () => {
    expect((await ask("list my files")).text).toMatch(/^30 files:\n\n- deutsch\/apfelkuchen\.md\n.*- read me\.md$/su);
    expect((await ask("Welche CSV-Dateien habe ich?")).text).toMatch(/^3 Dateien:/u);
    expect((await ask("what's in the folder deutsch")).text).toMatch(/^10 files:/u);
    expect((await ask("What is in router.txt?")).text).toMatch(/^> Router im Vorzimmer.*— deutsch\/router\.txt$/su);
    expect((await ask("summarize the trip to porto")).text).toMatch(/Casa da Ribeira/u);
    expect((await ask("open nowhere.txt")).text).toBe("There is no such file in your folders.");
  });

  it("is searched in the usual mode where a question is near no other tool, and says nothing there of what it has not", async () => {
    expect((await ask("What does the lease say about pets?", "assistant")).text).toMatch(/One cat or one small dog/u);
    expect((await ask("List my files", "assistant")).text).toMatch(/^30 files/u);
    expect((await ask("What is my passport number?", "assistant")).text).toMatch(/^I found nothing/u);
    const unknown = await ask("Who painted the Mona Lisa?", "assistant");
    expect(unknown).toMatchObject({ text: "The model's words.", calls: ["search_files"] });
    expect(unknown.prompts.join("")).not.toContain("english/");
    // Like the clock's "What is the time?" only by the words that any question has.
    expect((await ask("Who is the tenant of the lease?", "assistant")).text).toMatch(/Jonas Avery/u);
    for (const question of [
      "Who is the captain of the ship?",
      "What is the deposit?",
      "Where is the hotel in Porto?",
      "Where is the spare key?",
    ]) {
      expect((await ask(question, "assistant")).calls, question).toEqual(["search_files"]);
    }
    expect((await ask("What time is it in Lima?", "assistant")).calls).toEqual(["current_time"]);
    for (const other of ["What will the weather be like in Berlin tomorrow?", "Hello"]) {
      expect((await ask(other, "assistant")).calls, other).toEqual([]);
    }
  });
});

it("a change that is spelled out is made by the tool for it, once the user allows it", async () => {
  const { ask, read } = await openSample();
  const change = async (wish: string) => {
    const { text, prompts } = await ask(wish, "writer");
    expect(text, wish).toMatch(/^(?:Done|Erledigt)\./u);
    expect(prompts).toEqual([]);
  };
  await change("Write a file shopping.txt with milk and bread");
  await change("Add eggs to shopping.txt");
  expect(read("shopping.txt")).toBe("milk\nbread\neggs\n");
  await change('Replace "940 euros" with "950 euros" in lease.md');
  expect(read("english/lease.md")).toContain("The rent is 950 euros");
  await change("Benenne router.txt in modem.txt um");
  expect(read("deutsch/modem.txt")).toContain("Ahorn");
  await change("Delete the file shopping.txt");
  expect(read("shopping.txt")).toBeNull();
  expect((await ask("Delete the file nowhere.txt")).text).toBe("Nothing was changed.");
  expect((await ask("Write a file a.txt with milk", "assistant")).text).toBe("The model's words.");
});
