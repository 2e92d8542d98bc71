import { type ReactNode, useSyncExternalStore } from "react";
import { useText } from "../../messages/use-text.ts";
import { OCR_BYTES } from "../../services/ocr/read-scan.ts";
import { listScans, type ScanJob, watchScans } from "../../services/ocr/scan-jobs.ts";
import { Button } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";
import "../../styles/files.css";

interface ScanJobsProps {
  readonly place: string;
  /** Stands there while nothing is read. */
  readonly children?: ReactNode;
}

/** Files that are read by OCR in one place: the offer, how far it is, and what ends it. */
export function ScanJobs({ place, children }: ScanJobsProps) {
  const jobs = useSyncExternalStore(watchScans, listScans).filter((job) => job.place === place);
  if (jobs.length === 0) return children;
  return jobs.map((job, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two files may share a name
    <Job key={index} job={job} />
  ));
}

function Job({ job: { name, step, cancel } }: { readonly job: ScanJob }) {
  const t = useText();
  const file = { name: revealName(name) };
  if ("begin" in step) {
    return (
      <div className="scan-job" role="alert" data-testid="scan-offer">
        <p>{t.text(`ocr.${step.type}`, file)}</p>
        <div className="row">
          <Button tone="primary" small icon="download" onClick={step.begin}>
            {t.text("ocr.begin", { size: t.bytes(OCR_BYTES) })}
          </Button>
          <Button text="ocr.not-now" small onClick={cancel} />
        </div>
      </div>
    );
  }
  const isFetching = step.type === "fetching";
  const seconds = isFetching ? undefined : step.seconds;
  const text = isFetching
    ? t.text("ocr.fetching", file)
    : t.text("ocr.reading", { ...file, page: t.number(step.page), pages: t.number(step.pages) });
  return (
    <div className="scan-job" data-testid="scan-progress">
      <p role="status">
        {text}
        {seconds !== undefined && ` · ${t.text("ocr.seconds", { seconds: t.number(Math.ceil(seconds * 10) / 10) })}`}
      </p>
      <ProgressBar label={text} fraction={isFetching ? step.share : (step.page - 1) / step.pages} />
      <Button text="action.cancel" small onClick={cancel} />
    </div>
  );
}
