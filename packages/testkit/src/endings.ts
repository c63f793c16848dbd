/** Why somebody waits no longer. Anyone who is told to stop stops, whatever the reason is. */
export const endings: readonly { readonly name: string; readonly reason: () => Error }[] = [
  { name: 'it is aborted', reason: () => new Error('given up') },
  { name: 'the time is over', reason: () => new DOMException('The time is over.', 'TimeoutError') },
]
