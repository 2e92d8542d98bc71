import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from "react";

/** A part whose code is fetched when it is first drawn; `wait` stands in its place until it is there. */
export function loadLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  wait?: (props: Props) => ReactNode,
): (props: Props) => ReactNode {
  const Part = lazy(async () => ({ default: await load() }));
  return (props) => <Suspense fallback={wait?.(props)}>{createElement(Part, props)}</Suspense>;
}
