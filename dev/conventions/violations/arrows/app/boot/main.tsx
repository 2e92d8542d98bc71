export { target as page } from "../views/tasks/allowed.ts";
