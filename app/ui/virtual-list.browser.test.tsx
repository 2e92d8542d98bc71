import { useRef } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, test } from "vitest";
import { VirtualList } from "./virtual-list.tsx";

interface Row {
  readonly id: number;
  readonly height: number;
}

let root: Root | undefined;
afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
});

function List({ rows }: { readonly rows: readonly Row[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <div ref={scroller} data-scroller="" style={{ height: 500, overflowY: "auto" }}>
      <VirtualList
        items={rows}
        keyOf={(row) => row.id}
        estimate={60}
        scroller={scroller}
        render={(row) => (
          <div data-row={row.id} style={{ height: row.height }}>
            row {row.id}
          </div>
        )}
      />
    </div>
  );
}

function show(rows: readonly Row[]): void {
  if (root === undefined || document.body.firstElementChild === null) {
    const place = document.createElement("div");
    document.body.append(place);
    root = createRoot(place);
  }
  root.render(<List rows={rows} />);
}

const ROWS: readonly Row[] = Array.from({ length: 10_000 }, (_, id) => ({ id, height: 40 + (id % 7) * 20 }));
const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 150));

function scroller(): HTMLElement {
  const found = document.querySelector<HTMLElement>("[data-scroller]");
  if (found === null) throw new Error("There is no list.");
  return found;
}

function topOf(id: number): number | undefined {
  return document.querySelector(`[data-row="${id}"]`)?.getBoundingClientRect().top;
}

/** The rows of which something can be seen. */
function seen(): number[] {
  const box = scroller().getBoundingClientRect();
  return [...document.querySelectorAll<HTMLElement>("[data-row]")]
    .filter((row) => row.getBoundingClientRect().bottom > box.top && row.getBoundingClientRect().top < box.bottom)
    .map((row) => Number(row.dataset.row));
}

test("ten thousand items cost the document less than a hundred elements, wherever it is scrolled to", async () => {
  show(ROWS);
  await settle();
  for (const part of [0, 0.3, 0.7, 1]) {
    scroller().scrollTop = scroller().scrollHeight * part;
    await settle();
    expect(document.querySelectorAll("*").length).toBeLessThan(200);
    expect(document.querySelectorAll("[data-row]").length).toBeLessThan(100);
    expect(seen().length).toBeGreaterThan(2);
  }
});

test("the first and the last item can be reached", async () => {
  show(ROWS);
  await settle();
  for (let step = 0; step < 5; step += 1) {
    scroller().scrollTop = scroller().scrollHeight;
    await settle();
  }
  expect(seen()).toContain(9999);
  scroller().scrollTop = 0;
  await settle();
  expect(seen()).toContain(0);
});

test("what is being read stays in place when an item above it grows", async () => {
  show(ROWS);
  await settle();
  scroller().scrollTop = scroller().scrollHeight / 2;
  await settle();
  const [first, reading] = seen();
  const before = topOf(reading ?? -1);
  show(ROWS.map((row) => (row.id === (first ?? 0) - 3 ? { ...row, height: row.height + 300 } : row)));
  await settle();
  expect(Math.abs((topOf(reading ?? -1) ?? 1e9) - (before ?? 0))).toBeLessThan(2);
});
