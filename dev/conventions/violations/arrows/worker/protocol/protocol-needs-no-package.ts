export { createStore } from "zustand/vanilla";
