import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from "react";

/** A part whose code is fetched when it is first drawn; `Wait` stands in its place until it is there. */
export function loadLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Wait: (props: Props) => ReactNode = () => null,
): (props: Props) => ReactNode {
  const Part = lazy(async () => ({ default: await load() }));
  return (props) => <Suspense fallback={createElement(Wait, props)}>{createElement(Part, props)}</Suspense>;
}
