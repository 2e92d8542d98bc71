import "../worker/agent/run/target.ts";
