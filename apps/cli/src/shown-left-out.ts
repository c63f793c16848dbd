import type { LoadedContext } from '@datacortex/execution'
import { toldLeftOut } from '@datacortex/execution'
import { outerCaller } from './outer-caller.ts'

/**
 * What a context does not have, for whoever runs this command: an agent in its run is told how much there is above the
 * level, and not what.
 *
 * @param context - That was loaded.
 * @example const left_out = shownLeftOut(await loadContext(paths, asked))
 */
export function shownLeftOut({ left_out: leftOut }: Pick<LoadedContext, 'left_out'>): LoadedContext['left_out'] {
  return outerCaller() === undefined ? leftOut : toldLeftOut(leftOut)
}
