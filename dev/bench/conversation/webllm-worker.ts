import { WebWorkerMLCEngineHandler } from "@mlc-ai/web-llm";

// As WebLLM's documentation has it: the engine in a worker of its own.
const handler = new WebWorkerMLCEngineHandler();
self.onmessage = (message: MessageEvent) => handler.onmessage(message);
