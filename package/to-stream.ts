/** A generator as a stream that is read at the reader's pace; cancelling it ends the generator. */
export function toStream<Part>(parts: AsyncGenerator<Part, void, void>): ReadableStream<Part> {
  return new ReadableStream<Part>({
    pull: async (controller) => {
      const next = await parts.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: async () => {
      await parts.return();
    },
  });
}
