/** A text that comes when something should have ended long before; it keeps no process alive. */
export function lateAfter(delayMs: number): Promise<string> {
  return new Promise((resolve) => setTimeout(resolve, delayMs, 'too late').unref())
}
