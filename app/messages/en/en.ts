import answers from "./answers.json";
import chat from "./chat.json";
import connections from "./connections.json";
import files from "./files.json";
import memory from "./memory.json";
import models from "./models.json";
import questions from "./questions.json";
import runs from "./runs.json";
import scripts from "./scripts.json";
import servers from "./servers.json";
import settings from "./settings.json";
import shell from "./shell.json";
import talk from "./talk.json";
import tasks from "./tasks.json";
import tools from "./tools.json";
import voice from "./voice.json";

/** The page's texts in English; the other languages have the same names. */
export const EN = {
  ...answers,
  ...chat,
  ...connections,
  ...files,
  ...memory,
  ...models,
  ...questions,
  ...runs,
  ...scripts,
  ...servers,
  ...settings,
  ...shell,
  ...talk,
  ...tasks,
  ...tools,
  ...voice,
};
