import { count } from '@datacortex/wording'
import type { IndexField } from '../indexing/take-in-notes.ts'

/**
 * What the index lacks after notes were written; nothing as long as it is in step.
 * @example takenInRows({ index: 'busy' })
 */
export function takenInRows({ index }: IndexField): readonly (readonly string[])[] {
  if (index === 'busy') return [['index', 'another command updates it, and may not have seen this'], next]
  if (index === undefined) return []
  if ('postponed' in index)
    return [['words only', `${count(index.postponed, 'text')} of other notes not embedded yet`], next]
  return [
    ['index', 'it is not in step with what was written, which is done'],
    ['', `${index.code}  ${index.message}`],
    ...(index.hint === undefined ? [] : [['', `→ ${index.hint}`]]),
    next,
  ]
}

const next = ['next', 'datacortex index']
