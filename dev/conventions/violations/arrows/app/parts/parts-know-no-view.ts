export { target } from "../views/chat/target.ts";
