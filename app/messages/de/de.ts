import type { Language } from "../catalogue.ts";
import answers from "./answers.json";
import chat from "./chat.json";
import connections from "./connections.json";
import failures from "./failures.json";
import files from "./files.json";
import memory from "./memory.json";
import models from "./models.json";
import questions from "./questions.json";
import runs from "./runs.json";
import scripts from "./scripts.json";
import settings from "./settings.json";
import shell from "./shell.json";
import talk from "./talk.json";
import tasks from "./tasks.json";
import tools from "./tools.json";

/** The page in German. */
export const GERMAN: Language = {
  code: "de",
  messages: {
    ...answers,
    ...chat,
    ...connections,
    ...files,
    ...memory,
    ...models,
    ...questions,
    ...runs,
    ...scripts,
    ...settings,
    ...shell,
    ...talk,
    ...tasks,
    ...tools,
  },
  failures,
};
