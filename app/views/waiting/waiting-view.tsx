import { useEffect, useState } from "react";
import type { AssistantMessage } from "../../../worker/protocol/message.ts";
import type { ToolCall } from "../../../worker/protocol/tool.ts";
import { toDraftKey, type WaitingQuestion, type WaitingTrigger } from "../../../worker/protocol/waiting.ts";
import { useText } from "../../messages/use-text.ts";
import { Page } from "../../parts/frame/page.tsx";
import { toSkillTitle } from "../../parts/tool/skill-titles.ts";
import { ToolLine } from "../../parts/tool/tool-line.tsx";
import { toToolTitle } from "../../parts/tool/tool-titles.ts";
import { useRead } from "../../services/use-read.ts";
import { toResult } from "../../state/app-state.ts";
import { readWall } from "../../state/read-wall.ts";
import { toHash } from "../../state/route.ts";
import { useApp, useAppState, useReadyModel } from "../../state/use-app.ts";
import { Button, TextLink } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { AreaField, Form, InputField, Options, SelectField } from "../../ui/fields/form.tsx";
import { JsonTree } from "../../ui/json-tree.tsx";
import { revealName, revealText } from "../../ui/trust/reveal-look-alikes.ts";

/** Answers of one question that are listed; its chat has them all. */
const SHOWN = 5;

/** Questions that wait: to write and delete, what each answer has read, and the drafts that it left. */
export function WaitingView() {
  const t = useText();
  const waiting = useAppState((state) => state.settings.waiting);
  const change = useChangeWaiting();
  return (
    <Page tab="waiting" title={t.text("nav.waiting")} lead={t.text("waiting.lead")}>
      <WaitingForm onSave={(question) => void change((all) => [...all, question])} />
      {waiting.length === 0 && <EmptyState icon="clock" text="waiting.empty" />}
      <ul className="cards">
        {waiting.map((question) => (
          <QuestionCard key={question.id} question={question} />
        ))}
      </ul>
    </Page>
  );
}

function QuestionCard({ question }: { readonly question: WaitingQuestion }) {
  const t = useText();
  const { api, chat, toasts } = useApp();
  const change = useChangeWaiting();
  const { id, text, when, conversationId = "", missed = 0, decided = [] } = question;
  const phase = useAppState((state) => state.phase);
  const messages = useAppState((state) => state.messages[conversationId]);
  const isReady = useReadyModel() !== null;
  useEffect(() => {
    if (phase === "ready" && conversationId !== "") void chat.openConversation(conversationId);
  }, [phase, conversationId, chat]);
  const answers = (messages ?? []).filter((each) => each.role === "assistant").toReversed();
  const drafts = answers.flatMap((answer) =>
    answer.turns.flatMap(({ calls }) =>
      calls
        .filter(
          ({ call, outcome }) => outcome?.type === "detected" && !decided.includes(toDraftKey(answer.id, call.id)),
        )
        .map(({ call }) => ({ key: toDraftKey(answer.id, call.id), call })),
    ),
  );
  const decide = (draftKey: string) =>
    change((all) => all.map((each) => (each.id === id ? { ...each, decided: [...decided, draftKey] } : each)));
  /** Sends the user to the question of approval, which is the usual one. */
  const carryOut = async (draftKey: string, call: ToolCall) => {
    const step = { type: "carry-out", conversationId, name: call.name, input: call.arguments } as const;
    const begun = await toResult(api.stepWaiting(step));
    if (!begun.ok) return toasts.show({ text: "waiting.not-carried-out" });
    location.hash = toHash({ type: "chat", conversationId });
    await decide(draftKey);
  };
  return (
    <li className="card" data-testid="waiting">
      <div className="card-head">
        <p>
          <bdi>{revealText(text)}</bdi>{" "}
          {question.foreign && <span className="tag tag-warn">{t.text("outcome.untrusted")}</span>}
        </p>
        <ConfirmButton
          small
          text="action.delete"
          tone="quiet"
          sure={t.text("action.delete")}
          onConfirm={() => void change((all) => all.filter((each) => each.id !== id))}
        />
      </div>
      <p className="quiet">
        {t.text(`waiting.when-${when.type}`, {
          at: when.type === "daily" ? when.at : "",
          name: when.type === "folder" ? revealName(when.name) : "",
        })}{" "}
        {!isReady && t.text("waiting.needs-model")}
      </p>
      {missed > 0 && <p>{t.text("waiting.missed", { count: t.number(missed) })}</p>}
      {drafts.map(({ key, call }) => (
        <section className="approval" key={key} data-testid="draft">
          <h2>
            {t.text("waiting.draft")} {revealName(toToolTitle(call.name, t))}
          </h2>
          <JsonTree whole value={call.arguments} write={revealText} />
          <div className="row">
            <Button text="waiting.carry-out" tone="primary" onClick={() => void carryOut(key, call)} />
            <Button text="waiting.drop" tone="quiet" onClick={() => void decide(key)} />
          </div>
        </section>
      ))}
      {answers.slice(0, SHOWN).map((answer) => (
        <AnswerLine key={answer.id} answer={answer} />
      ))}
      {conversationId !== "" && answers.length > 0 && (
        <TextLink text="waiting.chat" href={toHash({ type: "chat", conversationId })} />
      )}
    </li>
  );
}

/** When it was asked, how that ended, and what it read. */
function AnswerLine({ answer }: { readonly answer: AssistantMessage }) {
  const t = useText();
  const read = answer.turns.flatMap(({ calls }) => calls.filter(({ outcome }) => outcome?.type !== "detected"));
  const text = answer.turns.at(-1)?.text ?? "";
  return (
    <details data-testid="waiting-answer">
      <summary>
        {t.date(answer.createdAt)} <span className="quiet">{t.text(`waiting.state-${answer.state}`)}</span>
      </summary>
      {read.length === 0 && <p className="quiet">{t.text("waiting.read-nothing")}</p>}
      {read.map((record) => (
        <p key={record.call.id}>
          <ToolLine name={record.call.name} record={record} />
        </p>
      ))}
      {text !== "" && <p dir="auto">{text}</p>}
    </details>
  );
}

function useChangeWaiting() {
  const { models, store } = useApp();
  return (work: (all: readonly WaitingQuestion[]) => readonly WaitingQuestion[]) =>
    models.changeSettings({ waiting: work(store.getState().settings.waiting) });
}

/** A new question that waits: its words, and when it is asked. */
function WaitingForm({ onSave }: { readonly onSave: (question: WaitingQuestion) => void }) {
  const t = useText();
  const [type, setType] = useState<WaitingTrigger["type"]>("daily");
  const skills = useAppState((state) => state.skills);
  const usual = useAppState((state) => state.settings.skill);
  const listed = useRead((api) => api.listWorkspaces());
  const folders = listed?.ok === true ? listed.value : [];
  return (
    <Form
      className="card form"
      aria-label={t.text("waiting.add")}
      onSubmit={(read, form, isPasted) => {
        const folder = folders.find(({ id }) => id === read("folder"));
        const when = toTrigger(type, read("at"), folder);
        if (when === null || read("text") === "") return;
        const question = {
          id: crypto.randomUUID(),
          text: read("text"),
          skill: read("skill"),
          when,
          seenUntil: readWall(),
        };
        onSave({ ...question, ...(isPasted && { foreign: true }) });
        form.reset();
        setType("daily");
      }}
    >
      <AreaField text="waiting.add" name="text" rows={2} dir="auto" required />
      <SelectField
        text="waiting.when"
        value={type}
        onChange={({ target }) =>
          setType(target.value === "start" || target.value === "folder" ? target.value : "daily")
        }
      >
        <option value="daily">{t.text("waiting.daily")}</option>
        <option value="start">{t.text("waiting.when-start")}</option>
        {folders.length > 0 && <option value="folder">{t.text("waiting.folder")}</option>}
      </SelectField>
      <SelectField text="composer.skill" key={type} name="skill" defaultValue={type === "folder" ? "documents" : usual}>
        <Options of={skills.map(({ name }) => name)} toText={(name) => toSkillTitle(name, t)} />
      </SelectField>
      {type === "daily" && <InputField text="waiting.at" type="time" name="at" required defaultValue="08:00" />}
      {type === "folder" && (
        <SelectField text="waiting.which-folder" name="folder">
          <Options of={folders} toValue={({ id }) => id} toText={({ name }) => name} />
        </SelectField>
      )}
      <div className="row">
        <Button text="action.save" type="submit" />
      </div>
    </Form>
  );
}

function toTrigger(
  type: WaitingTrigger["type"],
  at: string,
  folder: { readonly id: string; readonly name: string } | undefined,
): WaitingTrigger | null {
  if (type === "start") return { type };
  if (type === "daily") return { type, at };
  return folder === undefined ? null : { type, workspaceId: folder.id, name: folder.name };
}
