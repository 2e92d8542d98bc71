import { useState } from "react";
import { useText } from "../../messages/use-text.ts";
import { readAllowedHosts, toConnectPolicy, writeAllowedHosts } from "../../services/allowed-hosts.ts";
import { type KeptServer, keepServer, readServer, toServerHosts } from "../../services/own-server.ts";
import { toFramePolicy, writeLetsPages } from "../../services/server-pages.ts";
import { useApp } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { AllowedHosts } from "./allowed-hosts.tsx";
import { OfferedTools } from "./offered-tools.tsx";
import { OwnServer } from "./own-server.tsx";
import { ServersSection } from "./servers-section.tsx";

/** Hosts that the page may talk to beside its own address. Changes take effect at the next load, which lays down the policy. */
export function ConnectionsSection() {
  const t = useText();
  const { api, toasts } = useApp();
  const [server, setServer] = useState(readServer);
  const [hosts, setHosts] = useState(readAllowedHosts);
  const [loaded] = useState({ server, policy: readLoadedPolicy() });
  const [isKeyChanged, setKeyChanged] = useState(false);
  const saveServer = async (changed: KeptServer | null): Promise<void> => {
    await keepServer(changed, api);
    if (changed?.apiKey !== undefined) setKeyChanged(true);
  };
  const keep = async (write: () => void | Promise<void>) => {
    try {
      await write();
    } catch {
      toasts.show({ text: "toast.not-saved" });
    }
    setServer(readServer());
    setHosts(readAllowedHosts());
  };
  const isServerPending = isKeyChanged || JSON.stringify(loaded.server) !== JSON.stringify(server);
  const isPending =
    isServerPending || loaded.policy !== `${toConnectPolicy([...toServerHosts(server), ...hosts])}; ${toFramePolicy()}`;
  return (
    <>
      {isPending && (
        <div className="row" role="status" data-testid="reload-needed">
          <p>{t.text("connections.reload")}</p>
          <Button text="connections.reload-now" tone="primary" small onClick={() => location.reload()} />
        </div>
      )}
      <OwnServer
        server={server}
        isPending={isServerPending}
        onSave={(changed) => void keep(() => saveServer(changed))}
      />
      <ServersSection onLetPages={(each, isOn) => void keep(() => writeLetsPages(each, isOn))} />
      <OfferedTools />
      <AllowedHosts hosts={hosts} onChange={(changed) => void keep(() => writeAllowedHosts(changed))} />
    </>
  );
}

/** The policy that this page was loaded with. */
function readLoadedPolicy(): string | undefined {
  return document.querySelector<HTMLMetaElement>("meta[data-connect]")?.content;
}
