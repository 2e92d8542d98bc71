import { type DragEvent, useState } from "react";

/** Handlers that let files be dropped on an element: spread over it. What was dropped can be read only before `onDrop` returns. */
export function useFileDrop(onDrop: (dropped: DataTransfer) => void) {
  const [dragging, setDragging] = useState(false);
  return {
    "data-dragging": dragging ? "" : undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setDragging(true);
    },
    onDragLeave: () => setDragging(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setDragging(false);
      onDrop(event.dataTransfer);
    },
  };
}
