import type { Attachment } from "../../worker/protocol/message.ts";
import { Icon } from "./icon.tsx";

/** An attached picture itself, small; a clip before the name of any other file. */
export function AttachmentMark({ mediaType, data }: Partial<Attachment>) {
  if (data === undefined || mediaType !== "image/jpeg") return <Icon name="clip" />;
  return <img className="picture" alt="" src={`data:image/jpeg;base64,${data}`} />;
}
