import { useState } from "react";
import type { Failure } from "../../worker/protocol/failure.ts";
import { FailureCard } from "../ui/failure-card.tsx";
import { ImportForm } from "../views/settings/data/import-form.tsx";
import { LastBackup } from "../views/settings/data/last-backup.tsx";

/** Brings everything back from a file, where it stands that everything is gone. */
export function RestoreBackup() {
  const [failure, setFailure] = useState<Failure | null>(null);
  return (
    <div className="card form" data-testid="restore">
      <LastBackup />
      <ImportForm onFailure={setFailure} onDone={() => location.reload()} />
      {failure !== null && <FailureCard failure={failure} />}
    </div>
  );
}
