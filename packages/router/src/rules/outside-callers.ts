/** Callers that are no agents and have no entry (DIP-0016 §11.1): the person, the night shift and other clocks. */
const outsideCallers: ReadonlySet<string> = new Set(['user', 'nightshift', 'cron', 'scheduler'])

/** Whether a caller is no agent. */
export function isOutside(caller: string): boolean {
  return outsideCallers.has(caller)
}
