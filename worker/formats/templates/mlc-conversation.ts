/** The turns of a model packaged for MLC: `conv_template` of its `mlc-chat-config.json`, as far as it matters here. */
export interface MlcConversation {
  /** With `{system_message}` where the text stands; without it the model has no place for one. */
  readonly system: string;
  readonly user: string;
  readonly assistant: string;
  /** Text after a turn of the user, and after one of the model. */
  readonly separators: readonly [user: string, assistant: string];
  /** Text between a role and its content, and after the role from which the model is to go on. */
  readonly afterRole: string;
  readonly afterLastRole: string;
  readonly stops: readonly string[];
}
