import { defineSkill } from "../agent/define/skill.ts";

const PRIVACY = [
  "Questions, answers, attached files and memories stay in this browser's storage for this address.",
  "The app talks to its own origin only; the browser enforces it. A host that you allow on the Models page is added from the next load on.",
  "Another browser, another profile or another port has its own conversations and memories.",
  "A browser may clear storage when the disk is full unless it promised not to; the Settings page shows which holds here.",
];

const MODELS = [
  "The starter model comes with the app: small, quick to load, good for trying tools, and it knows little.",
  "The Models page lists models to download and takes a GGUF file of yours. One model is loaded at a time.",
  "A model runs on the GPU where the browser has WebGPU, and on the processor otherwise; the page says which and why.",
  "When memory does not suffice, close other tabs or choose a smaller model.",
];

/** Answers about the app itself from two texts, each read only when the model asks for it. */
export const helpSkill = defineSkill({
  name: "help",
  description: "Answer questions about this app.",
  instructions: "Read the fitting text first, then answer from it in a sentence or two.",
  tools: [],
  knowledge: [
    {
      name: "about_privacy",
      description: "What stays on this device and what may leave it",
      load: () => PRIVACY.join("\n"),
    },
    {
      name: "about_models",
      description: "Which models there are, where they run, and what to do when one is too large",
      load: () => MODELS.join("\n"),
    },
  ],
});
