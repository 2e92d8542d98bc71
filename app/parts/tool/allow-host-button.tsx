import { useText } from "../../messages/use-text.ts";
import { readAllowedHosts, writeAllowedHosts } from "../../services/allowed-hosts.ts";
import { Button, type ButtonTone } from "../../ui/button.tsx";

interface AllowHostButtonProps {
  readonly origin: string;
  readonly tone?: ButtonTone;
}

/** Allows a host and reloads the page: the content policy is laid down when it loads. */
export function AllowHostButton({ origin, tone = "plain" }: AllowHostButtonProps) {
  const t = useText();
  return (
    <Button
      small
      tone={tone}
      onClick={() => {
        writeAllowedHosts([...readAllowedHosts(), origin]);
        location.reload();
      }}
    >
      {t.text("servers.allow-host", { origin })}
    </Button>
  );
}
