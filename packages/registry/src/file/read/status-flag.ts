/** Whether an agent is deprecated or removed, as somebody wrote it. */
export type StatusFlag = {
  readonly value: boolean
  /** What was written in place of yes: since when, or why. */
  readonly note?: string | undefined
  /** Whether it was written as something else than a word for yes or no. */
  readonly isOdd: boolean
}

/**
 * Reads `deprecated` or `removed`. Whatever is not a no is a yes: nobody writes such a key for an agent that should be
 * found and run.
 *
 * @returns Undefined if nothing is written.
 * @example readStatusFlag('since 2025') // { value: true, note: 'since 2025', isOdd: true }
 */
export function readStatusFlag(value: unknown): StatusFlag | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'boolean') return { value, isOdd: false }
  if (typeof value !== 'string') return { value: value !== 0, isOdd: true }
  const word = words.get(value.trim().toLowerCase())
  return word === undefined ? { value: true, note: value.trim(), isOdd: true } : { value: word, isOdd: false }
}

const words: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['no', false],
  ['off', false],
])
