import { useFaults } from "../parts/frame/use-faults.tsx";
import { ImportForm } from "../views/settings/data/import-form.tsx";
import { LastBackup } from "../views/settings/data/last-backup.tsx";

/** Brings everything back from a file, where it stands that everything is gone. */
export function RestoreBackup() {
  const faults = useFaults();
  return (
    <div className="card form" data-testid="restore">
      <LastBackup />
      <ImportForm faults={faults} onDone={() => location.reload()} />
      {faults.fault}
    </div>
  );
}
