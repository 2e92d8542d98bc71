import { useState } from "react";
import type { JsonObject } from "../../../worker/protocol/json.ts";
import type { QuestionAnswer, ServerQuestion } from "../../../worker/protocol/mcp.ts";
import { useText } from "../../messages/use-text.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { SchemaForm } from "../../ui/fields/schema-form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { JsonTree } from "../../ui/json-tree.tsx";
import { revealName, revealText } from "../../ui/trust/reveal-look-alikes.ts";
import { useFaults } from "../frame/use-faults.tsx";

/** The open questions of the server whose tool runs: answered by nobody but the user. */
export function ServerQuestions({ tool }: { readonly tool: string }) {
  const servers = useAppState((state) => state.servers);
  return servers.flatMap(({ name, questions }) =>
    questions
      .filter((question) => question.tool === tool)
      .map((question) => <QuestionCard key={question.id} server={name} question={question} />),
  );
}

function QuestionCard({ server, question }: { readonly server: string; readonly question: ServerQuestion }) {
  const t = useText();
  const { api } = useApp();
  const [content, setContent] = useState<JsonObject | undefined>({});
  const { problem, report, clear } = useFaults();
  const { type, message } = question;
  const title = t.text(`question.${type}`, { server });
  const isForm = type === "form";
  const send = async (answer: QuestionAnswer) => {
    clear();
    await report(api.askServer(server, { type: "answer", id: question.id, answer }));
  };
  const accept = () => void send({ type: "accept", ...(isForm && content && { content }) });
  const isWaiting = type === "sample" && question.state === "running";
  return (
    <section className="approval" aria-label={title} aria-live="polite" data-testid="server-question" data-type={type}>
      <header>
        <Icon name="shield" />
        <div>
          <h3>{title}</h3>
          <p className="quiet">
            {t.text(type === "refused" ? `question.refused.${question.reason}` : `question.${type}-note`, { server })}
          </p>
        </div>
      </header>
      <p className="json-text" dir="auto">
        {revealText(message)}
      </p>
      {isForm && (
        <>
          <SchemaForm schema={question.schema} value={content ?? {}} onChange={setContent} />
          <p className="quiet">{t.text("question.sent", { server })}</p>
          <JsonTree whole value={content ?? {}} write={revealText} />
        </>
      )}
      {type === "link" && (
        <p>
          <strong>{revealName(new URL(question.url).host)}</strong> <code>{revealText(question.url)}</code>
        </p>
      )}
      {type === "sample" && question.state === "answered" && (
        <>
          <p className="quiet">{t.text("question.sent", { server })}</p>
          <p className="json-text" dir="auto" data-testid="sample-answer">
            {revealText(question.answer)}
          </p>
        </>
      )}
      {problem !== "" && <p role="alert">{revealText(problem)}</p>}
      <div className="row approval-actions">
        <Button text="question.decline" onClick={() => void send({ type: "decline" })} />
        <Button text="action.cancel" tone="quiet" onClick={() => void send({ type: "cancel" })} />
        <span className="grow" />
        {type === "link" && (
          <a
            className="button button-primary"
            href={question.url}
            target="_blank"
            rel="noopener noreferrer"
            onClick={accept}
          >
            {t.text("question.open", { host: revealName(new URL(question.url).host) })}
          </a>
        )}
        {type === "sample" && question.state !== "answered" && (
          <Button
            text={isWaiting ? "question.sampling" : "question.sample-run"}
            disabled={isWaiting}
            onClick={() => void send({ type: "sample" })}
          />
        )}
        {(isForm || (type === "sample" && question.state === "answered")) && (
          <Button text="action.send" tone="primary" disabled={isForm && content === undefined} onClick={accept} />
        )}
      </div>
    </section>
  );
}
