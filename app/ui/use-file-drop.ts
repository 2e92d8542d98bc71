import { type DragEventHandler, useState } from "react";

/** Handlers that make an element a place for dropped files: spread over it. */
interface FileDropProps {
  readonly "data-dragging": "" | undefined;
  readonly onDragOver: DragEventHandler;
  readonly onDragLeave: DragEventHandler;
  readonly onDrop: DragEventHandler;
}

/** Lets files be dropped on an element. What was dropped can be read only before `onDrop` returns. */
export function useFileDrop(onDrop: (dropped: DataTransfer) => void): FileDropProps {
  const [dragging, setDragging] = useState(false);
  return {
    "data-dragging": dragging ? "" : undefined,
    onDragOver: (event) => {
      event.preventDefault();
      setDragging(true);
    },
    onDragLeave: () => setDragging(false),
    onDrop: (event) => {
      event.preventDefault();
      setDragging(false);
      onDrop(event.dataTransfer);
    },
  };
}
