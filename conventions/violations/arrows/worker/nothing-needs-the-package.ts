import "../package/target.ts";
