import { type ComponentType, createElement, type ReactNode, startTransition, useLayoutEffect, useState } from "react";
import { loadOnce } from "../../worker/protocol/load-once.ts";

/**
 * A part whose code is fetched when it is first drawn; `Wait` stands in its place until it is there. Throws while it is drawn
 * where the code could not be fetched; drawn anew, it is asked for once more.
 *
 * No `lazy` of React's: that throws for each part that is not there yet, draws what stands around it again, and holds what
 * has come back for up to 300 ms after the last part that came.
 */
export function loadLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Wait: (props: Props) => ReactNode = () => null,
): (props: Props) => ReactNode {
  const fetchOnce = loadOnce(load);
  let loaded: ComponentType<Props> | null = null;
  return (props) => {
    const [, setIsHere] = useState(false);
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
    useLayoutEffect(() => {
      if (loaded !== null) return;
      fetchOnce().then(
        (part) => {
          loaded = part;
          startTransition(() => setIsHere(true));
        },
        (error: unknown) => setFailure({ error }),
      );
    }, []);
    if (failure !== null) throw failure.error;
    return loaded === null ? createElement(Wait, props) : createElement(loaded, props);
  };
}
