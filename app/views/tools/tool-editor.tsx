import { useRef, useState } from "react";
import type { FileFault } from "../../../worker/protocol/file-fault.ts";
import { useText } from "../../messages/use-text.ts";
import { useFaults } from "../../parts/frame/use-faults.tsx";
import { useApp, useIsDeveloper } from "../../state/use-app.ts";
import { Button, TextLink } from "../../ui/button.tsx";
import { AreaField, Form } from "../../ui/fields/form.tsx";
import { Choice } from "../../ui/fields/setting-fields.tsx";
import { revealText } from "../../ui/trust/reveal-look-alikes.ts";
import { isFlowText, toStoredName, toToolName } from "./tool-name.ts";
import { TEMPLATE_NAMES, TOOL_TEMPLATES } from "./tool-templates.ts";

interface ToolEditorProps {
  /** The file that is changed; null for a new one. */
  readonly file: { readonly name: string; readonly text: string } | null;
  /** With the tool's or the flow's name. */
  readonly onSaved: (name: string) => void;
  readonly onClose: () => void;
}

/** A tool's or a flow's file as text: begun from a template, checked when it is saved, and then on at once. */
export function ToolEditor({ file, onSaved, onClose }: ToolEditorProps) {
  const t = useText();
  const { api } = useApp();
  const isDeveloper = useIsDeveloper();
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState<string>(file?.text ?? TOOL_TEMPLATES.script);
  const [faults, setFaults] = useState<readonly FileFault[]>([]);
  const { problem, report } = useFaults();
  const isFlow = isFlowText(text);
  const save = async () => {
    const stored = toStoredName(text);
    const found = await report(api.addToolFiles([{ name: stored, text }]));
    setFaults(found ?? []);
    if (found === undefined || found.length > 0) return;
    if (file !== null && file.name !== stored) await api.removeToolFile(file.name);
    onSaved(toToolName(text));
  };
  const show = (line: number) => {
    const before = text.split("\n").slice(0, line - 1);
    const start = before.reduce((sum, each) => sum + each.length + 1, 0);
    area.current?.focus();
    area.current?.setSelectionRange(start, start + (text.split("\n")[line - 1] ?? "").length);
  };
  return (
    <Form
      className="card form"
      aria-label={t.text(file === null ? "tools.new" : "tools.change")}
      data-testid="tool-editor"
      onSubmit={() => void save()}
    >
      {file === null && (
        <Choice
          text="tools.template"
          value={TEMPLATE_NAMES.find((name) => text === TOOL_TEMPLATES[name]) ?? null}
          of={TEMPLATE_NAMES.filter((name) => isDeveloper || name !== "flow")}
          toText={(name) => t.text(`tools.template.${name}`)}
          onPick={(name) => setText(TOOL_TEMPLATES[name])}
        />
      )}
      <AreaField
        text="tools.text"
        ref={area}
        className="json-field tool-text"
        rows={22}
        spellCheck={false}
        dir="ltr"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="quiet">
        {t.text("tools.text-note")}{" "}
        <TextLink
          text="tools.format-link"
          href={isFlow ? "./flows/format.txt" : "./tools/format.txt"}
          target="_blank"
          rel="noreferrer"
        />
      </p>
      <div role="status">
        {problem !== "" && <p>{problem}</p>}
        {faults.length > 0 && (
          <ul data-testid="tool-faults">
            {faults.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                <Button small tone="quiet" onClick={() => show(line)}>
                  {t.text("tools.line", { line: t.number(line) })}
                </Button>{" "}
                {revealText(message)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="row">
        <Button text="tools.save" type="submit" tone="primary" />
        <Button tone="quiet" text="action.cancel" onClick={onClose} />
      </div>
    </Form>
  );
}
