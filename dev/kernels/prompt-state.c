// What a slot of wllama's llama.cpp has read of a prompt (its tokens, and their keys and values), taken out and put back.
//
// llama.cpp's server keeps and restores a slot by a file's name, and nothing that wllama takes leads there. Here its action
// "state" does, and the two functions that would write and read the file use the message's own memory in its place.
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(name)))
#define NAMED(name) __asm__(name)

/** A message to this action, and the answer, which begins at `count`: a state that was taken out follows, or the head of one. */
typedef struct {
  uint32_t slot, operation;
  /** Bytes of the state, or room for it; in the answer those taken out, put back, or needed. 0 where it could not be done. */
  uint64_t count;
  char bytes[];
} Message;
enum { MEASURE, TAKE_OUT, PUT_BACK, DONE };
_Static_assert(sizeof(Message) == 16, "a message");

/** A state's beginning; its tokens follow, and then what llama.cpp makes of it. */
typedef struct { uint64_t tokens; } Head;

// Where wllama 3.8.1 has its server, and where that has what is needed (server-context.cpp, server-task.h), as compiled.
#define SERVER (*(char **)2115584)
enum { SLOTS = 6824, SLOTS_END = 6832, SLOT_BYTES = 3296, SLOT_STATE = 2928 };
enum { TASK_BYTES = 4096, TASK_TYPE = 2432, TASK_SLOT = 2440, TASK_PATH = 2472, TEXT_BYTES = 24 };
enum { SLOT_SAVE = 10, SLOT_RESTORE = 11 };

int32_t process_single_task(void *server, void *task, int32_t is_child) NAMED("server_context_impl::process_single_task");
uint64_t state_size(void *context, int32_t sequence, uint32_t flags) NAMED("llama_context::state_seq_get_size");
uint64_t llama_state_seq_get_data_ext(void *context, char *into, uint64_t size, int32_t sequence, uint32_t flags);
uint64_t llama_state_seq_set_data_ext(void *context, const char *from, uint64_t size, int32_t sequence, uint32_t flags);
char *before_wllama_action(const char *name, char *request);

/** The message that a task was made for: the "path" holds where it is. */
static Message *to_message(const char *path) { return *(Message *const *)path; }

EXPORT("llama_context::state_seq_save_file")
uint64_t save(void *context, int32_t sequence, const char *path, const int32_t *tokens, uint64_t count) {
  Message *message = to_message(path);
  const uint64_t texts = sizeof(Head) + 4 * count, size = state_size(context, sequence, 0), room = message->count;
  message->count = texts + size;
  ((Head *)message->bytes)->tokens = count;
  if (message->operation == TAKE_OUT) {
    if (room < texts + size) return 0;
    __builtin_memcpy(message->bytes + sizeof(Head), tokens, 4 * count);
    if (llama_state_seq_get_data_ext(context, message->bytes + texts, size, sequence, 0) != size) return 0;
  }
  message->operation = DONE;
  return texts + size;
}

/** Called twice: with no room for tokens it says how many there are. */
EXPORT("llama_state_seq_load_file")
uint64_t load(void *context, const char *path, int32_t sequence, int32_t *tokens, uint64_t room, uint64_t *count) {
  Message *message = to_message(path);
  const uint64_t size = message->count, known = size < sizeof(Head) ? 0 : ((Head *)message->bytes)->tokens;
  if (known == 0 || known > (size - sizeof(Head)) / 4) return 0;
  *count = known;
  if (tokens == 0) return 1;
  if (room < known) return 0;
  const uint64_t texts = sizeof(Head) + 4 * known;
  __builtin_memcpy(tokens, message->bytes + sizeof(Head), 4 * known);
  if (llama_state_seq_set_data_ext(context, message->bytes + texts, size - texts, sequence, 0) == 0) return 0;
  message->operation = DONE;
  return size;
}

/** Whether a slot computes: a task for it would be kept for later, when the message is gone. */
static int is_busy(const char *server) {
  const char *end = *(char *const *)(server + SLOTS_END);
  for (const char *slot = *(char *const *)(server + SLOTS); slot != end; slot += SLOT_BYTES)
    if (*(const int32_t *)(slot + SLOT_STATE) != 0) return 1;
  return 0;
}

EXPORT("wllama_action")
char *act(const char *name, char *request) {
  if (name[0] != 's' || name[1] != 't' || name[2] != 'a' || name[3] != 't' || name[4] != 'e' || name[5] != 0)
    return before_wllama_action(name, request);
  Message *message = (Message *)request;
  const uint32_t operation = message->operation;
  if (!is_busy(SERVER)) {
    // A task whose other fields are empty texts and lists; what runs it reads these alone.
    char task[TASK_BYTES] = {0};
    // Its result is for nobody: no task that is waited for has this number.
    *(int32_t *)task = INT32_MAX;
    *(int32_t *)(task + TASK_TYPE) = operation == PUT_BACK ? SLOT_RESTORE : SLOT_SAVE;
    *(int32_t *)(task + TASK_SLOT) = (int32_t)message->slot;
    *(Message **)(task + TASK_PATH) = message;
    task[TASK_PATH + TEXT_BYTES - 1] = sizeof(Message *);
    process_single_task(SERVER, task, 0);
  }
  if (message->operation != DONE) message->count = 0;
  const uint64_t count = message->count;
  *(uint32_t *)request = (uint32_t)(sizeof(count) + (operation == TAKE_OUT ? count : sizeof(Head)));
  return (char *)&message->count;
}
