import { isJsonObject, type JsonValue } from "../../protocol/json.ts";
import { ARGUMENT_KEYS, CALL_LIST_KEYS, NAME_KEYS } from "./call-object.ts";
import type { DeclaredTools } from "./declared-tools.ts";
import type { RootObserver } from "./json-reader.ts";

/** An object with this many members, none of which a call has, is data. */
const MAX_UNKNOWN_KEYS = 5;

/** Watches the outermost members of a call object, to announce it early and to let data through early. */
export class CallWatch implements RootObserver {
  /** True once the object is certain not to be a call of a declared tool. */
  excluded = false;
  private name = "";
  private hasArguments = false;
  private wrapped = false;
  private known = false;
  private keys = 0;
  private readonly announce: (name: string) => void;
  private readonly declared: DeclaredTools | null;

  /** With `declared`, only those names are calls, and a name alone is announced only once arguments begin. */
  constructor(announce: (name: string) => void, declared: DeclaredTools | null) {
    this.announce = announce;
    this.declared = declared;
  }

  onKey(key: string): void {
    this.keys += 1;
    if (ARGUMENT_KEYS.includes(key)) this.hasArguments = true;
    else if (CALL_LIST_KEYS.includes(key)) this.wrapped = true;
    if (this.hasArguments || this.wrapped || NAME_KEYS.includes(key)) this.known = true;
    if (this.declared !== null && this.keys >= MAX_UNKNOWN_KEYS && !this.known) this.excluded = true;
    this.announceIfCertain();
  }

  onMember(key: string, value: JsonValue): void {
    if (!NAME_KEYS.includes(key)) {
      if (isJsonObject(value)) this.wrapped = true;
      return;
    }
    if (typeof value !== "string") {
      this.wrapped = true;
      return;
    }
    if (this.name === "" && value.trim() !== "") this.name = value.trim();
    if (key === "name" && !this.wrapped && this.declared?.has(value.trim()) === false) this.excluded = true;
    this.announceIfCertain();
  }

  private announceIfCertain(): void {
    if (this.name === "" || this.wrapped) return;
    if (this.declared === null || (this.hasArguments && this.declared.has(this.name))) this.announce(this.name);
  }
}
