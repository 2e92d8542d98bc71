import { beforeAll, describe, expect, it } from "vitest";
import type { MemoryRecord } from "../../worker/protocol/memory.ts";
import { createInMemoryStores } from "../../worker/store/in-memory-stores.ts";
import type { MemoryStore } from "../../worker/store/stores.ts";
import { CORPUS_SEED, createNotes, createQueries, createRandom, type KnownQuery, mistype } from "./memory-corpus.ts";

const LIMIT = 20;

async function createStore(notes: readonly MemoryRecord[]): Promise<MemoryStore> {
  let ids = 0;
  const { memories } = createInMemoryStores({
    now: () => 1_800_000_000_000,
    newId: () => {
      ids += 1;
      return `new-${ids}`;
    },
  });
  await memories.restoreAll(notes);
  return memories;
}

async function shareFound(store: MemoryStore, queries: readonly KnownQuery[]): Promise<number> {
  let found = 0;
  for (const { text, answerId } of queries) {
    const hits = await store.search({ text, limit: LIMIT });
    if (hits.some(({ record }) => record.id === answerId)) found += 1;
  }
  return found / queries.length;
}

describe("memory search on 10,000 generated notes", () => {
  let store: MemoryStore;
  let queries: readonly KnownQuery[];

  beforeAll(async () => {
    const notes = createNotes(10_000, CORPUS_SEED);
    store = await createStore(notes);
    queries = createQueries(notes, 300, CORPUS_SEED + 2);
  });

  it.each([
    ["exact", 0.97],
    ["prefix", 0.95],
    ["typo", 0.85],
  ] as const)("finds the note for %s words in the first 20, in at least %d of cases", async (kind, least) => {
    const asked = queries.filter((query) => query.kind === kind);
    expect(asked.length).toBeGreaterThanOrEqual(100);
    expect(await shareFound(store, asked)).toBeGreaterThanOrEqual(least);
  });

  it("finds words with swapped letters", async () => {
    const swapped = queries
      .filter(({ kind }) => kind === "exact")
      .map((query) => {
        const [first = "", ...rest] = query.text.split(" ");
        const middle = first.length >> 1;
        const typed = `${first.slice(0, middle - 1)}${first.charAt(middle)}${first.charAt(middle - 1)}${first.slice(middle + 1)}`;
        return { ...query, text: [typed, ...rest].join(" ") };
      });
    expect(await shareFound(store, swapped)).toBeGreaterThanOrEqual(0.85);
  });
});

/** Words of six scripts (and emoji), as they are written: with spaces between them or without. */
const SCRIPTS: readonly {
  readonly name: string;
  readonly words: string;
  readonly joint: string;
  readonly slips: boolean;
}[] = [
  {
    name: "Latin",
    joint: " ",
    slips: true,
    words:
      "garden winter bridge coffee letter market window silver mountain river yellow kitchen doctor museum candle forest harbour ticket blanket planet",
  },
  {
    name: "Cyrillic",
    joint: " ",
    slips: true,
    words:
      "молоко зима книга дорога окно вечер письмо музей корабль дерево солнце кухня врач билет звезда река мост сахар город ключик",
  },
  {
    name: "Arabic",
    joint: " ",
    slips: true,
    words: "كتاب مدينة قهوة رسالة سوق نافذة جبل نهر مطبخ طبيب متحف شمعة غابة ميناء تذكرة كوكب مفتاح حديقة شتاء جسر",
  },
  {
    name: "Devanagari",
    joint: " ",
    slips: true,
    words:
      "किताब शहर पानी चिट्ठी बाज़ार खिड़की पहाड़ नदी रसोई डॉक्टर संग्रहालय मोमबत्ती जंगल बंदरगाह टिकट ग्रह चाबी बगीचा सर्दी पुल",
  },
  {
    name: "Chinese",
    joint: "",
    slips: false,
    words: "花园 冬天 大桥 咖啡 信件 市场 窗户 银色 高山 河流 黄色 厨房 医生 博物馆 蜡烛 森林 港口 车票 毛毯 行星",
  },
  {
    name: "Japanese",
    joint: "",
    slips: false,
    words:
      "庭園 冬休み 鉄橋 コーヒー 手紙 市場 窓辺 銀色 山脈 河川 黄色 台所 医者 博物館 ろうそく 森林 港町 切符 毛布 惑星",
  },
  {
    name: "Thai",
    joint: "",
    slips: false,
    words:
      "สวนสาธารณะ ฤดูหนาว สะพาน กาแฟ จดหมาย ตลาด หน้าต่าง ภูเขา แม่น้ำ สีเหลือง ห้องครัว หมอ พิพิธภัณฑ์ เทียน ป่าไม้ ท่าเรือ ตั๋ว ผ้าห่ม ดาวเคราะห์ กุญแจ",
  },
  {
    name: "Korean",
    joint: " ",
    slips: false,
    words: "정원 겨울 다리 커피 편지 시장 창문 은색 산맥 강물 노랑 부엌 의사 박물관 촛불 숲속 항구 기차표 담요 행성",
  },
  { name: "emoji", joint: " ", slips: false, words: "🌻 ❄️ 🌉 ☕ ✉️ 🛒 🪟 🥈 ⛰️ 🏞️ 💛 🍳 👩‍⚕️ 🏛️ 🕯️ 🌲 ⚓ 🎫 🧣 🪐" },
];

describe.each(SCRIPTS)("memory search in $name", ({ words: list, joint, slips }) => {
  const words = list.split(" ");
  const random = createRandom(7);
  const pick = () => words[Math.floor(random() * words.length)] ?? "";
  // Three words of twenty, in order: every note's set of words is its own.
  const triples = new Map<string, string[]>();
  while (triples.size < 300) {
    const triple = [...new Set([pick(), pick(), pick()])];
    if (triple.length === 3) triples.set([...triple].sort().join("|"), triple);
  }
  const notes = [...triples.values()].map(
    (triple, index): MemoryRecord => ({
      id: `note-${index}`,
      namespace: "notes",
      text: triple.join(joint),
      tags: [],
      source: { type: "user" },
      createdAt: index,
      updatedAt: index,
    }),
  );
  let store: MemoryStore;
  beforeAll(async () => {
    store = await createStore(notes);
  });

  const asQueries = (toText: (triple: readonly string[]) => string): KnownQuery[] =>
    [...triples.values()].map((triple, index) => ({ kind: "exact", text: toText(triple), answerId: `note-${index}` }));

  it("finds a note by its words in another order", async () => {
    const queries = asQueries(([first = "", second = "", third = ""]) => `${third} ${first} ${second}`);
    expect(await shareFound(store, queries)).toBeGreaterThanOrEqual(0.97);
  });

  it("finds a note by two words and the beginning of the third", async () => {
    const queries = asQueries(([first = "", second = "", third = ""]) => {
      const letters = Array.from(new Intl.Segmenter().segment(third), ({ segment }) => segment);
      return `${first} ${second} ${letters.slice(0, Math.max(1, Math.ceil(letters.length * 0.6))).join("")}`;
    });
    expect(await shareFound(store, queries)).toBeGreaterThanOrEqual(0.95);
  });

  // Scripts without letters of an alphabet are not mistyped by a letter.
  if (!slips) return;

  it("finds a note with one letter mistyped", async () => {
    const queries = asQueries(([first = "", second = "", third = ""]) => {
      const letters = [...new Set(words.join(""))];
      return `${first} ${second} ${mistype(third, random, letters)}`;
    });
    expect(await shareFound(store, queries)).toBeGreaterThanOrEqual(0.85);
  });
});
