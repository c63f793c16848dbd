import type { IndexFailure, TakenIn } from '../indexing/take-in-notes.ts'
import { isTakenIn } from '../indexing/take-in-notes.ts'
import { count } from './format.ts'

/**
 * What the index lacks after a command wrote notes; nothing as long as it is in step.
 *
 * @param taken - Undefined if it was not to follow.
 */
export function takenInRows(taken: TakenIn | undefined): readonly (readonly string[])[] {
  if (taken === 'busy') return [['index', 'another command updates it, and may not have seen this'], next]
  if (taken === undefined) return []
  if (!isTakenIn(taken)) return failureRows(taken)
  if (taken.postponed === 0) return []
  return [['words only', `${count(taken.postponed, 'text')} of other notes not embedded yet`], next]
}

function failureRows({ code, message, hint }: IndexFailure): readonly (readonly string[])[] {
  return [
    ['index', 'it is not in step with what was written, which is done'],
    ['', `${code}  ${message}`],
    ...(hint === undefined ? [] : [['', `→ ${hint}`]]),
    next,
  ]
}

const next = ['next', 'datacortex index']

/**
 * The same for other programs.
 *
 * @param taken - Undefined if it was not to follow.
 */
export function takenInField(taken: TakenIn | undefined): {
  readonly index?: 'busy' | IndexFailure | { readonly postponed: number }
} {
  if (taken === undefined) return {}
  if (!isTakenIn(taken)) return { index: taken }
  return taken.postponed === 0 ? {} : { index: { postponed: taken.postponed } }
}
