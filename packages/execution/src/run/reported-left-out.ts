import type { LeftOut } from '@datacortex/memory'
import type { ContextLeftOut } from '../context/load-context.ts'

/**
 * What an agent was not given, for the one who started it. That may be an agent too: of what is above the level of the one
 * that ran, it is told how much there is, and not what.
 * @example const left_out = reportedLeftOut(context.left_out)
 */
export function reportedLeftOut(leftOut: readonly ContextLeftOut[]): readonly LeftOut[] {
  const open = leftOut.filter(({ above_level: isAbove }) => isAbove !== true)
  const hidden = leftOut.length - open.length
  if (hidden === 0) return open
  const reason = `${hidden} ${hidden === 1 ? 'part is' : 'parts are'} above the level of the agent`
  return [...open, { origin: 'privacy', reason }]
}
