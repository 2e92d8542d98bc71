import { type RefObject, useEffect, useRef, useState } from "react";

/** How near to the end counts as being there, in CSS pixels. */
const NEAR_END = 64;

/**
 * Keeps the end of a growing content in view until the user scrolls away from it. A new `place` starts at its end; an
 * empty one starts at its top.
 */
export function useStayAtEnd(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  place: string,
) {
  const [isAtEnd, setAtEnd] = useState(true);
  const stay = useRef(true);

  useEffect(() => {
    stay.current = place !== "";
    const box = scroller.current;
    if (box !== null) box.scrollTop = place === "" ? 0 : box.scrollHeight;
  }, [place, scroller]);

  useEffect(() => {
    const box = scroller.current;
    const inner = content.current;
    if (box === null || inner === null) return;
    let lastTop = box.scrollTop;
    const look = () => {
      const near = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END;
      // Only a movement upwards leaves the end: content that grows moves the end away by itself.
      if (near && box.scrollTop > 0) stay.current = true;
      else if (box.scrollTop < lastTop) stay.current = false;
      lastTop = box.scrollTop;
      setAtEnd(near || stay.current);
    };
    const follow = new ResizeObserver(() => {
      if (stay.current) box.scrollTop = box.scrollHeight;
      look();
    });
    follow.observe(inner);
    follow.observe(box);
    box.addEventListener("scroll", look, { passive: true });
    return () => {
      follow.disconnect();
      box.removeEventListener("scroll", look);
    };
  }, [scroller, content]);

  return {
    isAtEnd,
    goToEnd(): void {
      stay.current = true;
      const box = scroller.current;
      if (box !== null) box.scrollTop = box.scrollHeight;
    },
  };
}
