import { type ReactNode, useId } from "react";
import type { Conversation } from "../../worker/protocol/message.ts";
import { useText } from "../messages/use-text.ts";
import { listProjects } from "../state/list-projects.ts";
import { useApp, useAppState } from "../state/use-app.ts";
import { Field, Form, FormEnd } from "../ui/fields/form.tsx";
import { Modal } from "../ui/modal.tsx";

interface ConversationDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

/** Gives the open conversation another title. */
function RenameDialog({ conversation, onClose }: ConversationDialogProps) {
  const t = useText();
  const { chat } = useApp();
  const save = (title: string) => {
    if (title !== conversation.title) void chat.rename(conversation.id, title);
  };
  return (
    <TextDialog title={t.text("action.rename")} label={t.text("chat.title-label")} onSave={save} onClose={onClose}>
      <input
        autoComplete="off"
        type="text"
        name="text"
        dir="auto"
        data-first-focus=""
        defaultValue={conversation.title}
        onFocus={(event) => event.currentTarget.select()}
      />
    </TextDialog>
  );
}

/** Moves a conversation into a project, a new one if none has the name, or out of its own. */
function ProjectDialog({ conversation, onClose }: ConversationDialogProps) {
  const t = useText();
  const { chat, models } = useApp();
  const listId = useId();
  const conversations = useAppState((state) => state.conversations);
  const settings = useAppState((state) => state.settings);
  const projects = listProjects(settings, conversations);
  const own = projects.find(({ id }) => id === conversation.folder);
  const move = async (text: string) => {
    const name = text.trim();
    const known = name === "" ? { id: "" } : projects.find((each) => each.name === name);
    const project = known ?? { id: crypto.randomUUID(), name };
    if (!known) await models.changeSettings({ projects: [...settings.projects, { ...project, name }] });
    await chat.update(conversation.id, { folder: project.id });
  };
  return (
    <TextDialog
      title={t.text("project.action")}
      label={t.text("project.name-or-none")}
      onSave={(name) => void move(name)}
      onClose={onClose}
    >
      <input
        autoComplete="off"
        type="text"
        name="text"
        dir="auto"
        maxLength={60}
        list={listId}
        data-first-focus=""
        defaultValue={own?.name ?? ""}
      />
      <datalist id={listId}>
        {projects.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </TextDialog>
  );
}

/** Instructions to the model in one conversation only. */
function ChatInstructions({ conversation, onClose }: ConversationDialogProps) {
  const t = useText();
  const { chat } = useApp();
  return (
    <TextDialog
      title={t.text("instructions.title")}
      label={t.text("instructions.label")}
      onSave={(text) => void chat.update(conversation.id, { systemPrompt: text })}
      onClose={onClose}
    >
      <textarea
        autoComplete="off"
        name="text"
        data-first-focus=""
        rows={5}
        dir="auto"
        defaultValue={conversation.systemPrompt ?? ""}
      />
    </TextDialog>
  );
}

const DIALOGS = { rename: RenameDialog, project: ProjectDialog, instructions: ChatInstructions } as const;

export type DialogName = keyof typeof DIALOGS;

/** Changes what a conversation is called, belongs to or is told. */
export function ConversationDialog({ name, ...props }: ConversationDialogProps & { readonly name: DialogName }) {
  const Dialog = DIALOGS[name];
  return <Dialog {...props} />;
}

interface TextDialogProps {
  readonly title: string;
  readonly label: string;
  readonly onSave: (text: string) => void;
  readonly onClose: () => void;
  /** The field, named `text`. */
  readonly children: ReactNode;
}

function TextDialog({ title, label, onSave, onClose, children }: TextDialogProps) {
  return (
    <Modal title={title} onClose={onClose}>
      <Form
        onSubmit={(read) => {
          onClose();
          onSave(read("text"));
        }}
      >
        <Field label={label}>{children}</Field>
        <FormEnd onCancel={onClose} />
      </Form>
    </Modal>
  );
}
