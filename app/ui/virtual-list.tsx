import {
  type Key,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

interface VirtualListProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => Key;
  readonly render: (item: Item, index: number) => ReactNode;
  /** Height of an item that was never shown, in CSS pixels. */
  readonly estimate: number;
  /** The element that scrolls. */
  readonly scroller: RefObject<HTMLElement | null>;
}

/** How much is kept rendered beyond each edge of what is visible, in CSS pixels. */
const OVERSCAN = 900;

/**
 * A list of items of different heights of which only those near the visible part exist in the document. It starts at
 * its end, as a conversation does. Shown heights are measured and remembered; the browser's scroll anchoring (or, where
 * there is none, a correction of our own) keeps what is being read in place when an item above it changes.
 */
export function VirtualList<Item>({ items, keyOf, render, estimate, scroller }: VirtualListProps<Item>) {
  const heights = useRef(new Map<Key, number>());
  const list = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState(() => ({ start: Math.max(0, items.length - 12), end: items.length }));
  const toHeights = () => items.map((item) => heights.current.get(keyOf(item)) ?? estimate);
  const latest = useRef({ toHeights, estimate });
  latest.current = { toHeights, estimate };

  const measure = useCallback(() => {
    const box = scroller.current;
    const element = list.current;
    if (box === null || element === null) return;
    const top = box.getBoundingClientRect().top - element.getBoundingClientRect().top;
    const next = toRange(latest.current.toHeights(), top - OVERSCAN, top + box.clientHeight + OVERSCAN);
    setRange((now) => (now.start === next.start && now.end === next.end ? now : next));
  }, [scroller]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the items asks for a new look
  useLayoutEffect(measure, [measure, items.length]);

  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    let frame = 0;
    const later = () => {
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        measure();
      });
    };
    box.addEventListener("scroll", later, { passive: true });
    const sizes = new ResizeObserver(later);
    sizes.observe(box);
    return () => {
      cancelAnimationFrame(frame);
      box.removeEventListener("scroll", later);
      sizes.disconnect();
    };
  }, [scroller, measure]);

  const observer = useRef<ResizeObserver | null>(null);
  const keys = useRef(new WeakMap<Element, Key>());
  const observe = useCallback(
    (element: HTMLElement | null, key: Key) => {
      if (element === null) return;
      observer.current ??= new ResizeObserver((entries) => {
        let changed = false;
        for (const entry of entries) {
          const itemKey = keys.current.get(entry.target);
          const height = entry.borderBoxSize[0]?.blockSize ?? 0;
          if (itemKey === undefined || height === 0) continue;
          const before = heights.current.get(itemKey);
          if (before === height) continue;
          heights.current.set(itemKey, height);
          changed = true;
          keepPlace(scroller.current, entry.target, height - (before ?? latest.current.estimate));
        }
        if (changed) measure();
      });
      const watching = observer.current;
      keys.current.set(element, key);
      watching.observe(element);
      return () => watching.unobserve(element);
    },
    [scroller, measure],
  );
  useEffect(() => () => observer.current?.disconnect(), []);

  const start = Math.min(range.start, Math.max(0, items.length - 1));
  const end = Math.min(Math.max(range.end, start + 1), items.length);
  const all = toHeights();
  const before = toSum(all.slice(0, start));
  const after = toSum(all.slice(end));
  return (
    <div className="virtual-list" ref={list}>
      <div className="virtual-space" style={{ blockSize: before }} />
      {items.slice(start, end).map((item, offset) => {
        const key = keyOf(item);
        return (
          <div className="virtual-item" key={key} data-key={key} ref={(element) => observe(element, key)}>
            {render(item, start + offset)}
          </div>
        );
      })}
      <div className="virtual-space" style={{ blockSize: after }} />
    </div>
  );
}

/** The items that touch the stretch from `top` to `bottom`, measured from the start of the list. */
function toRange(heights: readonly number[], top: number, bottom: number): { start: number; end: number } {
  let offset = 0;
  let start = -1;
  for (const [index, height] of heights.entries()) {
    offset += height;
    if (start < 0 && offset > top) start = index;
    if (offset > bottom) return { start, end: index + 1 };
  }
  return { start: start < 0 ? Math.max(0, heights.length - 1) : start, end: heights.length };
}

function toSum(heights: readonly number[]): number {
  return heights.reduce((sum, height) => sum + height, 0);
}

function keepPlace(scroller: HTMLElement | null, element: Element, change: number): void {
  if (scroller === null || CSS.supports("overflow-anchor", "auto")) return;
  if (element.getBoundingClientRect().bottom < scroller.getBoundingClientRect().top) scroller.scrollTop += change;
}
