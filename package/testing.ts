/** `alcove/testing`: a model, a clock and single calls for tests, whatever the test runner. */
export type { SentCall, SentMessage, SentRequest } from "./chat-messages.ts";
export { callTool, type MockModel, type MockReply, type MockStep, mockModel } from "./mock-model.ts";
export { simulateCall } from "./run-tool.ts";
export { createTestClock, type TestClock } from "./test-clock.ts";
