/** The English texts of what is around the views: search, shortcuts, notices. */
export const EN_SHELL = {
  "toast.offline-ready": "Alcove is kept on this device: from now on it opens without a network.",
  "toast.share-gone": "What was shared is no longer here. Share it once more.",
  "toast.not-saved": "The change could not be saved.",
  "toast.conversation-deleted": "Conversation deleted",
  "toast.memory-deleted": "Memory deleted",
  "toast.persist-refused": "The browser did not promise to keep the data. Installing the app often helps.",
  "toast.not-exported": "The conversation could not be read.",
  "toast.settings-reset": "Settings are back to their defaults",

  "update.isolation": "A reload lets models on the processor use all its cores.",
  "update.reload": "Reload",
  "update.ready": "A newer version of Alcove is ready.",
  "update.apply": "Reload with it",

  "search.titles": "Conversations",
  "search.messages": "In messages",
  "search.more-words": "Write two letters or more to search inside messages.",
  "search.title": "Search",
  "search.label": "Search conversations",
  "search.nothing": "No conversation with these words.",
  "search.found.one": "{count} conversation",
  "search.found.other": "{count} conversations",

  "shortcut.title": "Keyboard shortcuts",
  "shortcut.send": "Send",
  "shortcut.newline": "New line",
  "shortcut.stop": "Stop the answer, close what is open",
  "shortcut.edit-last": "Change the last message, from an empty field",
  "shortcut.tool": "Run a tool by hand",
  "shortcut.search": "Search conversations",
  "shortcut.new-chat": "New chat",
  "shortcut.sidebar": "Show or hide the sidebar",
  "shortcut.help": "This list",

  "failure.details": "Technical details",
} as const;
