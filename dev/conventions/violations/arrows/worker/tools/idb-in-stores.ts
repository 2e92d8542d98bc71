export { openDB } from "idb";
