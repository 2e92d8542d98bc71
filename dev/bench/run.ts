// Runs one benchmark by name: `npm run bench -- <name> [--json]`. `./<name>.ts` exports it as `bench<Name>`.

const [name = "", ...options] = process.argv.slice(2);
if (!/^[a-z]+$/.test(name)) {
  console.error(
    "Usage: npm run bench -- <parse|memory|encryption|documents|files|history|tables|everyday|newcomers|gym|seal|page|loop|conversation|start|attention|decode|constraint|processor|speculation|waits|costs|ocr|scale|school|report> [--json]",
  );
  process.exit(2);
}
const exportName = `bench${name.charAt(0).toUpperCase()}${name.slice(1)}`;
const exported: Readonly<Record<string, unknown>> = await import(`./${name}.ts`);
const run = exported[exportName];
if (typeof run !== "function") throw new Error(`dev/bench/${name}.ts exports no '${exportName}'`);
await run(options);
