import { notePathOf } from '../rows/note-rows.ts'
import { memoryIdOf } from '../sessions/memory-rows.ts'

/** What whoever asks may be shown. Nothing else takes part in a search, so that no answer tells of it. */
export type Shown = {
  /** Whether a file may be shown, by its path in the space. */
  readonly path: (path: string) => boolean
  /** Whether a session memory may be shown, by its id. */
  readonly memory: (id: string) => Promise<boolean>
}

/** Those rows or hits of some that may be shown, in their order. */
export async function onlyShown<T extends { readonly id: string }>(
  rows: readonly T[],
  shown: Shown,
): Promise<readonly T[]> {
  const verdicts = await Promise.all(
    rows.map(async ({ id }) => {
      const memory = memoryIdOf(id)
      return memory === undefined ? shown.path(notePathOf(id) ?? id) : await shown.memory(memory)
    }),
  )
  return rows.filter((_, place) => verdicts[place])
}
