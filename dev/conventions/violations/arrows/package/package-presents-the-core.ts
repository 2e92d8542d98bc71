import "../worker/host/api/target.ts";
