import type { LeftOut } from '@datacortex/memory'

/**
 * What an agent was not given, for whoever started it. That may be an agent too: of what is above the level of the one
 * that ran, it is told how much there is, and not what.
 *
 * @param leftOut - Of the context.
 * @param closed - Why the agent may not be shown a path; undefined if it may.
 */
export function toldLeftOut(
  leftOut: readonly LeftOut[],
  closed: (path: string) => string | undefined,
): readonly LeftOut[] {
  const open = leftOut.filter(({ origin }) => closed(origin.replace(/#.*$/s, '')) === undefined)
  const hidden = leftOut.length - open.length
  if (hidden === 0) return open
  const reason = `${hidden} ${hidden === 1 ? 'part is' : 'parts are'} above the level of the agent`
  return [...open, { origin: 'privacy', reason }]
}
