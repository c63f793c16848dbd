import type { LoadedContext } from '@datacortex/execution'
import { outerCaller } from './outer-caller.ts'

/**
 * What a context does not have, for whoever runs this command: an agent in its run is told how much there is above the
 * level, as `runAgent` tells it, and not what.
 *
 * @param context - That was loaded.
 * @example const left_out = toldLeftOut(await loadContext(paths, asked))
 */
export function toldLeftOut({ left_out: leftOut }: Pick<LoadedContext, 'left_out'>): LoadedContext['left_out'] {
  if (outerCaller() === undefined) return leftOut
  const open = leftOut.filter(({ above_level: isAbove }) => isAbove !== true)
  const hidden = leftOut.length - open.length
  if (hidden === 0) return open
  return [...open, { origin: 'privacy', reason: `${hidden} ${hidden === 1 ? 'part is' : 'parts are'} above the level` }]
}
