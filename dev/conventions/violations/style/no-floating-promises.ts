async function write(): Promise<void> {}

export function start(): void {
  write();
}
