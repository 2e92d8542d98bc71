/** The part of a conversation template that would write something around the messages: it writes nothing. */
export const SILENT_TURNS = {
  system_template: "",
  system_message: "",
  render_empty_system_message: false,
  roles: { user: "", assistant: "", tool: "" },
  seps: [""],
  role_content_sep: "",
  role_empty_sep: "",
  // Part of a stop string of several tokens would stay in the KV cache (`compareConversationObject` misses it).
  stop_str: [],
};
