import { useEffect, useState } from "react";
import type { ModelEntry } from "../../../../worker/protocol/model.ts";
import type { PackChoice, PackContents, PackFile, PackProgress } from "../../../../worker/protocol/pack.ts";
import { useText } from "../../../messages/use-text.ts";
import { useFaults } from "../../../parts/frame/use-faults.tsx";
import { hasStoredFiles } from "../../../parts/model/has-stored-files.ts";
import { takePageData, toExportOptions } from "../../../services/page-data.ts";
import { ENCRYPTED } from "../../../state/text-store.ts";
import { useApp, useAppState } from "../../../state/use-app.ts";
import { Button } from "../../../ui/button.tsx";
import { saveBlob, toDay } from "../../../ui/download.ts";
import { DropZone } from "../../../ui/drop-zone.tsx";
import { Form } from "../../../ui/fields/form.tsx";
import { OwnFileChoice } from "../../../ui/fields/own-file-choice.tsx";
import { LoadProgressLine } from "../../../ui/load-progress-line.tsx";
import { Wait } from "../../../ui/wait.tsx";
import { ImportedParts } from "./imported-parts.tsx";

/**
 * The browser streams a pack to the disk from where its parts lie in storage: gigabytes take their time to be written, and
 * cost nothing while they are only referred to.
 */
const PACK_KEPT_MS = 3_600_000;

/** Packs: the app, models and conversations in one file, for a machine without a network. */
export function PackSection() {
  const t = useText();
  return (
    <section className="packs" aria-labelledby="packs" data-testid="packs">
      <h2 id="packs" className="section-title">
        {t.text("pack.title")}
      </h2>
      <p className="quiet">{t.text("pack.lead")}</p>
      <MakePack />
      <InstallPack />
    </section>
  );
}

function MakePack() {
  const t = useText();
  const { api, models: actions, texts } = useApp();
  const models = useAppState((state) => state.models);
  useEffect(() => {
    // Stored files may have changed since the list was read.
    void actions.refreshModels();
  }, [actions]);
  const [progress, setProgress] = useState<PackProgress | null>(null);
  const { fault, report, clear } = useFaults(true);
  const [made, setMade] = useState<number | null>(null);
  const stored = models.filter(hasStoredFiles);
  const packable = stored.filter((model) => !isFolder(model));
  const partly = stored.filter(({ engines }) => !engines.includes("wllama")).map(({ title }) => title);
  const makeChosen = (form: FormData) => {
    const data = form.has("data") ? toExportOptions(false) : null;
    void make({ app: form.has("app"), data, models: form.getAll("model").map(String) });
  };
  const makeWhole = () => void make({ app: true, data: toExportOptions(true), models: packable.map(({ id }) => id) });
  const make = async (choice: PackChoice) => {
    clear();
    setMade(null);
    setProgress({ type: "collect", done: 0, total: 0 });
    const pack = await report(api.makePack(choice, setProgress));
    setProgress(null);
    if (!(pack instanceof Blob)) return;
    setMade(pack.size);
    saveBlob(`alcove-pack-${toDay(new Date())}.tar`, pack, PACK_KEPT_MS);
  };
  return (
    <Form className="card" aria-labelledby="pack-make" onSubmit={(_read, form) => makeChosen(new FormData(form))}>
      <h3 id="pack-make">{t.text("pack.make")}</h3>
      <fieldset className="pack-choice" disabled={progress !== null}>
        <legend className="quiet">{t.text("pack.what")}</legend>
        <label>
          <input type="checkbox" name="app" defaultChecked /> {t.text("pack.app")}
        </label>
        <label>
          <input type="checkbox" name="data" /> {t.text("pack.data")}
        </label>
        {texts.read(ENCRYPTED) !== "" && <p className="quiet">{t.text("data.seal-off")}</p>}
        {packable.map((model: ModelEntry) => (
          <label key={model.id}>
            <input type="checkbox" name="model" value={model.id} defaultChecked /> {model.title}
            {model.downloadBytes !== undefined && <span className="quiet"> {t.bytes(model.downloadBytes)}</span>}
          </label>
        ))}
      </fieldset>
      {packable.length === 0 && <p className="quiet">{t.text("pack.no-models")}</p>}
      <NoPrograms of={partly} />
      <div className="row">
        <Button text="pack.save" type="submit" icon="download" disabled={progress !== null} />
        <Button text="pack.move" disabled={progress !== null} onClick={makeWhole} />
      </div>
      <p className="quiet">{t.text("pack.move-note")}</p>
      {progress !== null && <LoadProgressLine progress={progress} />}
      <p role="status">{made === null ? "" : t.text("pack.made", { bytes: t.bytes(made) })}</p>
      {fault}
    </Form>
  );
}

interface OpenedPack {
  readonly files: readonly PackFile[];
  readonly contents: PackContents;
}

/** An imported folder in MLC's format: it has a program of its own. */
function isFolder({ note, engines }: ModelEntry): boolean {
  return note === "imported" && !engines.includes("wllama");
}

function NoPrograms({ of }: { readonly of: readonly string[] }) {
  const t = useText();
  return of.length > 0 && <p className="quiet">{t.text("pack.no-programs", { models: of.join(", ") })}</p>;
}

function InstallPack() {
  const t = useText();
  const { api, models } = useApp();
  const [pack, setPack] = useState<OpenedPack | null>(null);
  const [progress, setProgress] = useState<PackProgress | null>(null);
  const { fault, report, clear } = useFaults(true);
  const [done, setDone] = useState(false);
  const [isOwn, setIsOwn] = useState<boolean | null>(null);
  const [reading, setReading] = useState(false);
  const open = async (files: readonly PackFile[]) => {
    if (files.length === 0) return;
    clear();
    setDone(false);
    setIsOwn(null);
    setReading(true);
    const contents = await report(api.readPack(files));
    setReading(false);
    if (contents) setPack({ files, contents });
  };
  const install = async ({ files, contents }: OpenedPack) => {
    setProgress({ type: "check", done: 0, total: 0 });
    const installed = await report(api.installPack(files, isOwn === true, setProgress));
    setProgress(null);
    setPack(null);
    setDone(installed !== undefined);
    if (installed !== undefined && isOwn === true && contents.data !== null)
      await takePageData(contents.data, "pack.installed", api);
    await models.refreshModels();
    await models.refreshStorage();
  };
  return (
    <DropZone
      heading={<h3>{t.text("pack.install")}</h3>}
      how={t.text("pack.install-how")}
      busy={progress !== null || reading}
      onDrop={(files) => void open(files)}
      testId="pack-drop"
      pickers={[
        { text: "pack.choose", testId: "pack-input", icon: "upload", accept: ".tar", onPick: open },
        { text: "models.choose-folder", testId: "pack-folder", onPick: open },
      ]}
    >
      {reading && <Wait label={t.text("data.wait.read")} />}
      {pack !== null && (
        <div className="pack-contents" role="alert" data-testid="pack-contents">
          <p>{t.text("pack.holds", { date: t.date(pack.contents.createdAt), bytes: t.bytes(pack.contents.bytes) })}</p>
          <ul>
            {pack.contents.models.map(({ title, bytes, stored }) => (
              <li key={title}>
                {title}, {t.bytes(bytes)}
                {stored && ` (${t.text("models.stored")})`}
              </li>
            ))}
            {pack.contents.data !== null && (
              <>
                <li>{t.text("pack.data")}</li>
                {isOwn === true && <ImportedParts preview={pack.contents.data} />}
              </>
            )}
            {pack.contents.appFiles > 0 && <li>{t.text("pack.app-here")}</li>}
          </ul>
          <NoPrograms of={pack.contents.leftOut} />
          {pack.contents.data !== null && <OwnFileChoice isOwn={isOwn} onChange={setIsOwn} />}
          <div className="row">
            <Button
              text="pack.install-now"
              tone="primary"
              disabled={progress !== null || (pack.contents.data !== null && isOwn === null)}
              onClick={() => void install(pack)}
            />
            <Button text="action.cancel" tone="quiet" disabled={progress !== null} onClick={() => setPack(null)} />
          </div>
          {progress !== null && <LoadProgressLine progress={progress} />}
        </div>
      )}
      <p role="status">{done ? t.text("pack.installed") : ""}</p>
      {fault}
    </DropZone>
  );
}
