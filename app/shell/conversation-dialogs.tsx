import { type ReactNode, useId } from "react";
import type { Conversation } from "../../worker/protocol/message.ts";
import type { MessageKey } from "../messages/catalogue.ts";
import { useText } from "../messages/use-text.ts";
import { useProjects } from "../parts/project/project-field.tsx";
import { useApp, useAppState } from "../state/use-app.ts";
import { AreaField, Form, FormEnd, InputField } from "../ui/fields/form.tsx";
import { Modal } from "../ui/modal.tsx";

interface ConversationDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

/** Gives the open conversation another title. */
function RenameDialog({ conversation, onClose }: ConversationDialogProps) {
  const { chat } = useApp();
  const save = (title: string) => {
    if (title !== conversation.title) void chat.rename(conversation.id, title);
  };
  return (
    <TextDialog title="action.rename" onSave={save} onClose={onClose}>
      <InputField
        text="chat.title-label"
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
  const { chat, models } = useApp();
  const listId = useId();
  const settings = useAppState((state) => state.settings);
  const projects = useProjects();
  const own = projects.find(({ id }) => id === conversation.folder);
  const move = async (text: string) => {
    const name = text.trim();
    const known = name === "" ? { id: "" } : projects.find((each) => each.name === name);
    const project = known ?? { id: crypto.randomUUID(), name };
    if (!known) await models.changeSettings({ projects: [...settings.projects, { ...project, name }] });
    await chat.update(conversation.id, { folder: project.id });
  };
  return (
    <TextDialog title="project.action" onSave={(name) => void move(name)} onClose={onClose}>
      <InputField
        text="project.name-or-none"
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
  const { chat } = useApp();
  return (
    <TextDialog
      title="instructions.title"
      onSave={(text) => void chat.update(conversation.id, { systemPrompt: text })}
      onClose={onClose}
    >
      <AreaField
        text="instructions.label"
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
  readonly title: MessageKey;
  readonly onSave: (text: string) => void;
  readonly onClose: () => void;
  /** The field, named `text`. */
  readonly children: ReactNode;
}

function TextDialog({ title, onSave, onClose, children }: TextDialogProps) {
  const t = useText();
  return (
    <Modal title={t.text(title)} onClose={onClose}>
      <Form
        onSubmit={(read) => {
          onClose();
          onSave(read("text"));
        }}
      >
        {children}
        <FormEnd onCancel={onClose} />
      </Form>
    </Modal>
  );
}
