import type { LoadedContext } from '@datacortex/execution'
import { shorten } from './format.ts'

/**
 * What a context does not have, and why.
 *
 * @param context - That was loaded.
 */
export function leftOutLines({ left_out: leftOut }: Pick<LoadedContext, 'left_out'>): readonly string[] {
  return leftOut.map(({ origin, reason }) => `left out   ${shorten(origin, 60)}: ${shorten(reason, 120)}`)
}
