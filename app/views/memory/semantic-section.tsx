import { useEffect, useState } from "react";
import type { Result } from "../../../worker/protocol/failure.ts";
import type { SemanticSearch } from "../../../worker/protocol/memory.ts";
import { useText } from "../../messages/use-text.ts";
import { toResult } from "../../state/app-state.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { FilePicker } from "../../ui/fields/file-picker.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";

/** While notes get their vectors the figures are read again after so many milliseconds. */
const LOOK_AGAIN_MS = 1500;

/** Whether notes are found by meaning too, and the embedding model that this takes. */
export function SemanticSection() {
  const t = useText();
  const { api } = useApp();
  const phase = useAppState((state) => state.phase);
  const revision = useAppState((state) => state.memoryRevision);
  const [search, setSearch] = useState<Result<SemanticSearch>>();
  const [busy, setBusy] = useState(false);
  const [look, setLook] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the memories asks for the figures again
  useEffect(() => {
    if (phase !== "ready") return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current = true;
    void toResult(api.readSemanticSearch()).then((read) => {
      if (!current) return;
      setSearch(read);
      if (read.ok && isMoving(read.value)) timer = setTimeout(() => setLook(look + 1), LOOK_AGAIN_MS);
    });
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [api, phase, revision, look]);

  const change = async (work: Promise<Result<SemanticSearch>>) => {
    setBusy(true);
    setSearch(await toResult(work));
    setBusy(false);
  };
  const state = search?.ok === true ? search.value : undefined;
  const type = state?.type ?? "absent";
  const failure = search?.ok === false ? search.failure : state?.type === "failed" ? state.failure : undefined;
  return (
    <section className="card" data-testid="semantic-search" data-state={type} aria-labelledby="semantic-title">
      <div className="card-head">
        <h2 id="semantic-title">{t.text("semantic.title")}</h2>
        <div className="row">
          <FilePicker
            testId="embedding-file"
            accept=".gguf"
            onPick={([picked]) => picked !== undefined && void change(api.chooseEmbeddingModel(picked))}
          >
            {(open) => <Button text="semantic.choose" small icon="upload" disabled={busy} onClick={open} />}
          </FilePicker>
          {state?.type === "absent" && state.offeredBytes !== undefined && (
            <Button small icon="download" disabled={busy} onClick={() => void change(api.chooseEmbeddingModel(null))}>
              {t.text("semantic.fetch", { size: t.bytes(state.offeredBytes) })}
            </Button>
          )}
          {type !== "absent" && (
            <Button
              text="semantic.drop"
              small
              tone="quiet"
              disabled={busy}
              onClick={() => void change(api.dropEmbeddingModel())}
            />
          )}
        </div>
      </div>
      <p className="quiet" role="status">
        {state?.type === "fetching"
          ? t.text("semantic.fetching", { done: t.bytes(state.done), total: t.bytes(state.total) })
          : busy || type === "loading"
            ? t.text("semantic.loading")
            : state?.type === "present"
              ? t.text("semantic.present", {
                  title: state.title,
                  embedded: t.number(state.embedded),
                  notes: t.number(state.notes),
                })
              : t.text(type === "failed" ? "semantic.failed" : "semantic.absent")}
      </p>
      <p className="quiet">
        {state?.reranker === undefined ? (
          t.text("semantic.reranker-how")
        ) : (
          <>
            {t.text("semantic.reranker", { title: state.reranker })}{" "}
            <Button
              text="semantic.drop"
              small
              tone="quiet"
              disabled={busy}
              onClick={() => void change(api.dropReranker())}
            />
          </>
        )}
      </p>
      {state?.type === "present" && state.isChatModel && <p role="status">{t.text("semantic.chat-model")}</p>}
      {state?.type === "present" && state.embedded < state.notes && (
        <ProgressBar label={t.text("semantic.title")} fraction={state.embedded / state.notes} />
      )}
      {state?.type === "fetching" && (
        <ProgressBar label={t.text("semantic.title")} fraction={state.done / state.total} />
      )}
      {failure !== undefined && <FailureCard failure={failure} />}
    </section>
  );
}

function isMoving(search: SemanticSearch): boolean {
  return (
    search.type === "loading" ||
    search.type === "fetching" ||
    (search.type === "present" && search.embedded < search.notes)
  );
}
