import { diff3Merge } from 'node-diff3'

/** Two texts that were made of one, as one again. */
export type Merged = {
  readonly text: string
  /** Places where both changed the same lines: both stand there, marked. */
  readonly conflicts: number
}

/** Merges by line. `names`: how the sides are called where both changed the same. */
export function mergeLines(
  { base, mine, disk }: { readonly base: string; readonly mine: string; readonly disk: string },
  names: { readonly mine: string; readonly disk: string },
): Merged {
  const [one, original, other] = [mine, base, disk].map((text) => text.split('\n')) as [string[], string[], string[]]
  const parts = diff3Merge(one, original, other, { excludeFalseConflicts: true })
  const lines = parts.flatMap(({ ok, conflict }) =>
    conflict === undefined
      ? (ok ?? [])
      : [`<<<<<<< ${names.mine}`, ...conflict.a, '=======', ...conflict.b, `>>>>>>> ${names.disk}`],
  )
  return { text: lines.join('\n'), conflicts: parts.filter(({ conflict }) => conflict !== undefined).length }
}
