import type { HistoryApp } from "../../protocol/history.ts";
import type { JsonValue } from "../../protocol/json.ts";

const DAY = 86_400;
const START = 1_700_000_000;

const toIso = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/**
 * A chat as each app exports it, about a word of its own: two questions with their answers, and where the app has branches a second
 * answer to the first question, which is not the one shown last.
 */
export const EXPORTS: Readonly<Record<HistoryApp, (number?: number) => JsonValue>> = {
  chatgpt: (number = 0) => {
    const at = START + number * DAY;
    const node = (id: string, parent: string | null, children: string[], role: string, text: string, extra = {}) => ({
      id,
      parent,
      children,
      message:
        role === ""
          ? null
          : {
              id,
              author: { role },
              create_time: at + Number(id.slice(1)),
              content: { content_type: "text", parts: [text] },
              recipient: "all",
              metadata: {},
              ...extra,
            },
    });
    const list = [
      node("n0", null, ["n1"], "", ""),
      node("n1", "n0", ["n2"], "system", "You are a helpful quince."),
      node("n2", "n1", ["n3", "n4"], "user", "How do I prune a quince tree?", {
        metadata: { attachments: [{ name: "tree.png" }] },
      }),
      node("n3", "n2", [], "assistant", "Cut it in summer."),
      node("n4", "n2", ["n5"], "assistant", "search('quince pruning')", {
        recipient: "browser",
        content: { content_type: "code", text: "search('quince pruning')" },
      }),
      node("n5", "n4", ["n6"], "tool", "Prune in late winter.", { author: { role: "tool", name: "browser" } }),
      node("n6", "n5", ["n7"], "assistant", "Cut it in late winter."),
      node("n7", "n6", ["n8"], "user", "Thanks"),
      node("n8", "n7", [], "assistant", "You are welcome."),
    ];
    return {
      title: "Quince tree",
      create_time: at,
      update_time: at + 100,
      mapping: Object.fromEntries(list.map((each) => [each.id, each])),
      current_node: "n8",
      conversation_id: `gpt-${number}`,
    } as JsonValue;
  },
  claude: (number = 0) => ({
    uuid: `claude-${number}`,
    name: "Medlar jam",
    created_at: toIso(START + number * DAY),
    updated_at: toIso(START + number * DAY + 60),
    chat_messages: [
      {
        uuid: "a",
        sender: "human",
        text: "How is medlar jam made?",
        content: [{ type: "text", text: "How is medlar jam made?" }],
        created_at: toIso(START + number * DAY),
        attachments: [{ file_name: "recipe.txt", extracted_content: "Medlars and sugar." }],
        files: [{ file_name: "photo.jpg" }],
      },
      {
        uuid: "b",
        sender: "assistant",
        text: "",
        content: [
          { type: "thinking", thinking: "A slow fruit." },
          { type: "tool_use", name: "web_search", input: { query: "medlar" } },
          { type: "tool_result", name: "web_search", content: [{ type: "text", text: "Blet them first." }] },
          { type: "text", text: "Let them blet, then cook." },
        ],
        created_at: toIso(START + number * DAY + 10),
      },
      { uuid: "c", sender: "human", text: "How long?", created_at: toIso(START + number * DAY + 20) },
      { uuid: "d", sender: "assistant", text: "Two weeks.", created_at: toIso(START + number * DAY + 30) },
    ],
  }),
  "open-webui": (number = 0) => ({
    id: `webui-${number}`,
    title: "Damson gin",
    created_at: START + number * DAY,
    chat: {
      history: {
        currentId: "d",
        messages: {
          a: {
            id: "a",
            parentId: null,
            childrenIds: ["b", "e"],
            role: "user",
            content: "Damson gin?",
            timestamp: START,
          },
          e: { id: "e", parentId: "a", childrenIds: [], role: "assistant", content: "No.", timestamp: START + 1 },
          b: { id: "b", parentId: "a", childrenIds: ["c"], role: "assistant", content: "Yes.", timestamp: START + 2 },
          c: {
            id: "c",
            parentId: "b",
            childrenIds: ["d"],
            role: "user",
            content: "How much sugar?",
            files: [{ type: "file", name: "scales.pdf" }],
            timestamp: START + 3,
          },
          d: { id: "d", parentId: "c", childrenIds: [], role: "assistant", content: "Little.", timestamp: START + 4 },
        },
      },
    },
  }),
  librechat: (number = 0) => ({
    conversationId: `libre-${number}`,
    title: "Greengage tart",
    messages: [
      {
        messageId: "a",
        parentMessageId: "00000000-0000-0000-0000-000000000000",
        text: "A greengage tart?",
        isCreatedByUser: true,
        createdAt: toIso(START),
        children: [
          { messageId: "e", parentMessageId: "a", text: "No.", isCreatedByUser: false, createdAt: toIso(START + 1) },
          {
            messageId: "b",
            parentMessageId: "a",
            isCreatedByUser: false,
            createdAt: toIso(START + 2),
            content: [
              { type: "tool_call", tool_call: { name: "oven", args: '{"to":180}', output: "hot" } },
              { type: "text", text: { value: "Yes." } },
            ],
            children: [
              {
                messageId: "c",
                parentMessageId: "b",
                text: "Which dough?",
                isCreatedByUser: true,
                createdAt: toIso(START + 3),
                files: [{ filename: "dough.pdf" }],
                children: [
                  {
                    messageId: "d",
                    parentMessageId: "c",
                    text: "Short.",
                    isCreatedByUser: false,
                    createdAt: toIso(START + 4),
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  }),
  "llama.cpp": (number = 0) => ({
    conv: { id: `llama-${number}`, name: "Sloe", lastModified: START * 1_000 + 9_000, currNode: "d" },
    messages: [
      { id: "r", type: "root", role: "system", content: "", parent: null, children: ["a"], timestamp: START * 1_000 },
      {
        id: "a",
        type: "text",
        role: "user",
        content: "Where do sloes grow?",
        parent: "r",
        children: ["b", "e"],
        timestamp: START * 1_000 + 1,
        extra: [{ type: "TEXT", name: "map.txt", content: "hedges" }],
      },
      {
        id: "e",
        type: "text",
        role: "assistant",
        content: "Nowhere.",
        parent: "a",
        children: [],
        timestamp: START * 1_000 + 2,
      },
      {
        id: "b",
        type: "text",
        role: "assistant",
        content: "In hedges.",
        reasoningContent: "Blackthorn.",
        parent: "a",
        children: ["c"],
        timestamp: START * 1_000 + 3,
      },
      {
        id: "c",
        type: "text",
        role: "user",
        content: "When?",
        parent: "b",
        children: ["d"],
        timestamp: START * 1_000 + 4,
      },
      {
        id: "d",
        type: "text",
        role: "assistant",
        content: "In autumn.",
        parent: "c",
        children: [],
        timestamp: START * 1_000 + 5,
      },
    ],
  }),
  gemini: (number = 0) => ({
    header: "Gemini Apps",
    title: "Prompted What is a bullace?",
    time: toIso(START + number * DAY),
    products: ["Gemini Apps"],
    safeHtmlItem: [{ html: "<p>A small <b>plum</b> &amp; sour.</p>" }],
  }),
};

/** What the assistants of some apps had remembered, as their exports have it: a call in a chat, and a file of its own. */
export const REMEMBERED = {
  chatgpt: (...texts: readonly string[]): JsonValue => ({
    title: "Quince tree",
    mapping: Object.fromEntries([
      ["q", { id: "q", parent: null, message: { author: { role: "user" }, content: { parts: ["I have a cat"] } } }],
      ...texts.flatMap((text, index) => [
        [
          `c${index}`,
          {
            id: `c${index}`,
            parent: index === 0 ? "q" : `t${index - 1}`,
            message: {
              author: { role: "assistant" },
              recipient: "bio",
              content: { content_type: "text", parts: [text] },
            },
          },
        ],
        [
          `t${index}`,
          {
            id: `t${index}`,
            parent: `c${index}`,
            message: {
              author: { role: "tool", name: "bio" },
              recipient: "assistant",
              content: { content_type: "text", parts: ["Model set context updated."] },
            },
          },
        ],
      ]),
    ]),
    conversation_id: "gpt-bio",
  }),
  claude: {
    conversations_memory: "**Work context**\n\nAnn prunes quinces.\n\n**Top of mind**\n\nShe plans a hedge.",
    project_memories: { "0198": "The orchard uses drip lines." },
    memory_files: [
      {
        path: "/profile.md",
        content: "---\nname: profile\n---\n# Profile\n- [stated] Ann has a cat\n2. Likes medlars\n",
      },
      { path: "/projects/0198/index.md", content: "- [stated] Of a project alone" },
    ],
    account_uuid: "a",
  },
} as const satisfies Readonly<Record<string, JsonValue | ((...texts: readonly string[]) => JsonValue)>>;
