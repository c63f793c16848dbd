import type { Memory } from './memory-row.tsx'

type Reviewed = Pick<Memory, 'status' | 'type' | 'origin' | 'summary' | 'insights'>
type Reason = 'stranger' | 'document' | 'instruction'

const orders =
  /\b(?:ignore (?:all|any|the|previous)|disregard|from now on|you (?:must|should|are now)|system prompt|do not (?:tell|mention|ask)|always (?:run|call|send|answer|use)|never (?:tell|mention|ask))\b/i

/** Why a memory waits for a person: where it is from, or how it is worded; undefined if it does not. */
export function reviewReason({ status, type, origin, summary, insights }: Reviewed): Reason | undefined {
  if (status !== 'candidate') return undefined
  if (type === 'outside-lesson') return 'stranger'
  if (orders.test([summary, ...insights].join('\n'))) return 'instruction'
  return origin === 'document' ? 'document' : undefined
}
