export { createElement } from "react";
