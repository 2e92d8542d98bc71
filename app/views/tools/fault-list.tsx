import { type FileFault, formatFault } from "../../../worker/protocol/file-fault.ts";
import { revealText } from "../../ui/trust/reveal-look-alikes.ts";

/** Faults in files of tools, a line each. */
export function FaultList({ faults, testId }: { readonly faults: readonly FileFault[]; readonly testId?: string }) {
  return (
    <ul data-testid={testId}>
      {faults.map((fault) => (
        <li key={formatFault(fault)}>
          <code>{revealText(formatFault(fault))}</code>
        </li>
      ))}
    </ul>
  );
}
