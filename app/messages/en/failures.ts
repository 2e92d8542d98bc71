import type { FailureCode, FailureText } from "../../../worker/protocol/failure.ts";

/** The English sentences for every failure a person can meet: what happened, what it means, what to do. */
export const EN_FAILURES: Readonly<Record<FailureCode, FailureText>> = {
  "webgpu-missing": {
    what: "This browser offers no GPU to web pages.",
    meaning: "Models run on the processor instead, which is slower.",
    remedy: "Carry on with the processor, or use a browser with WebGPU (Chrome, Edge, Safari 26 or newer).",
  },
  "device-lost": {
    what: "The graphics device stopped in the middle of the work.",
    meaning: "The answer so far is kept; the model has to be loaded again.",
    remedy: "Press Retry. If it happens again, choose a smaller model or the processor.",
  },
  "out-of-memory": {
    what: "There was not enough memory for this model.",
    meaning: "The model was not loaded; your conversations are untouched.",
    remedy: "Close other tabs, or choose a smaller model or a shorter context.",
  },
  "model-missing": {
    what: "The model's files are not here.",
    meaning: "The app works without a model, but it cannot answer questions yet.",
    remedy: "Run `npm run model:fetch` and reload, or choose another model.",
  },
  "model-corrupt": {
    what: "The model's file is damaged or is not a model.",
    meaning: "It was not loaded, and nothing of it is used.",
    remedy: "Delete it on the Models page and download or import it again.",
  },
  "model-unsupported": {
    what: "This model is of a kind that the chosen engine cannot run.",
    meaning: "It was not loaded.",
    remedy: "Choose another engine or another model on the Models page.",
  },
  "download-failed": {
    what: "The download did not finish.",
    meaning: "What arrived whole is kept, so the next try continues from there.",
    remedy: "Check the connection and press Retry.",
  },
  "download-stalled": {
    what: "The download stopped moving.",
    meaning: "What arrived whole is kept, so the next try continues from there.",
    remedy: "Check the connection and press Retry.",
  },
  "engine-crashed": {
    what: "The engine that runs the model stopped unexpectedly.",
    meaning: "The answer so far is kept; the engine has to start again.",
    remedy: "Press Retry.",
  },
  "engine-timeout": {
    what: "The engine did not become ready in time.",
    meaning: "The model was not loaded; your conversations are untouched.",
    remedy: "Press Retry; if it persists, reload the page or choose a smaller model.",
  },
  "library-missing": {
    what: "This folder has no model library.",
    meaning: "WebLLM runs a model only with the library (.wasm) that was compiled for it. Nothing was kept.",
    remedy: "Put the model's .wasm file into the folder and choose it again, or import the model as a GGUF file.",
  },
  "load-unfinished": {
    what: "The last loads of the model did not end.",
    meaning: "It may have ended the tab or the graphics driver, so it was not loaded by itself this time.",
    remedy: "Load it again, or choose another model; your conversations are untouched.",
  },
  "engine-busy": {
    what: "The model is busy with another answer.",
    meaning: "This message was not sent.",
    remedy: "Wait for the answer to end, or stop it first.",
  },
  "no-model": {
    what: "No model is loaded.",
    meaning: "Questions need a model; tools can be run by hand without one.",
    remedy: "Load a model on the Models page, or type / to run a tool.",
  },
  "context-full": {
    what: "The conversation no longer fits the model's context window.",
    meaning: "The model cannot read it all at once. Nothing is lost.",
    remedy: "Start a new conversation, or choose a model with a larger context.",
  },
  "nothing-to-summarize": {
    what: "There are no older messages to summarise.",
    meaning: "The newest question and its answer are always sent as they are.",
    remedy: "Go on with the conversation.",
  },
  "grammar-rejected": {
    what: "The engine could not use the tools' grammar.",
    meaning: "The model answered without being locked to the tools' schemas.",
    remedy: "Nothing to do; the calls are checked after parsing all the same.",
  },
  "worker-gone": {
    what: "The background worker ended unexpectedly.",
    meaning: "The answer so far is kept.",
    remedy: "It has been started again: press Retry.",
  },
  "storage-full": {
    what: "There is no room left in the browser's storage.",
    meaning: "The last change was not saved.",
    remedy: "Delete a model or old conversations, then try again.",
  },
  "storage-refused": {
    what: "The browser does not let this page store anything.",
    meaning: "Everything is kept in memory and is gone when the tab closes.",
    remedy: "Allow site data for this page, or export what you want to keep.",
  },
  "storage-lost": {
    what: "Stored data that was here before could not be found.",
    meaning: "The browser may have removed it, or it was damaged.",
    remedy: "Import your last export, if you have one.",
  },
  "storage-newer": {
    what: "The stored data was written by a newer version of the app.",
    meaning: "It is shown, but nothing is changed.",
    remedy: "Reload the page to get the newer version.",
  },
  "import-refused": {
    what: "This file cannot be imported.",
    meaning: "Nothing was changed.",
    remedy: "Choose a file that this app exported. The details say what is wrong with this one.",
  },
  "remote-unreachable": {
    what: "The model server did not answer, or does not let this page read its answers.",
    meaning: "No answer was produced; your message is kept.",
    remedy:
      "Check the address, that the server runs and that it allows requests from this page (CORS). Then press Retry.",
  },
  "remote-refused": {
    what: "The model server did not accept the key.",
    meaning: "No answer was produced; your message is kept.",
    remedy: "Enter the server's key under Settings, Connections, and reload.",
  },
  "remote-model-missing": {
    what: "The model server does not have this model.",
    meaning: "No answer was produced; your message is kept.",
    remedy:
      "The details say what it has: enter one of those under Settings, Connections, or load the model on the server.",
  },
  "remote-broken": {
    what: "The model server gave an answer that cannot be read, or broke off.",
    meaning: "What had arrived is kept.",
    remedy: "Press Retry. If it persists, check the kind of server in the settings and look into the server's own log.",
  },
  cancelled: {
    what: "You stopped it.",
    meaning: "What was done so far is kept.",
    remedy: "Ask again whenever you like.",
  },
  internal: {
    what: "Something failed inside the app.",
    meaning: "The conversation is intact.",
    remedy: "Press Retry; if it persists, export the run and report it.",
  },
};
