/** Loads on first use, and again after a failure; whoever asks meanwhile gets the same. */
export function loadOnce<Args extends readonly unknown[], Value>(
  load: (...args: Args) => Promise<Value>,
): (...args: Args) => Promise<Value> {
  let loading: Promise<Value> | null = null;
  return (...args) => {
    if (loading === null) {
      loading = load(...args);
      loading.catch(() => {
        loading = null;
      });
    }
    return loading;
  };
}
