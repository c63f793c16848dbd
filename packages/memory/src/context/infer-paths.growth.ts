import { inferPaths } from './infer-paths.ts'
import type { SpaceReader } from './space-reader.ts'

/** Names without an end, of which none is a path. */
export function longNames(size: number): () => unknown {
  const task = `${'a-b_'.repeat(size)} ${'q'.repeat(size)} b.a.md`
  return async () => await inferPaths(emptySpace, { task, locations: {} })
}

/** Folders in folders without an end. */
export function longPaths(size: number): () => unknown {
  const task = 'a/b.'.repeat(size)
  return async () => await inferPaths(emptySpace, { task, locations: {} })
}

const absent = { reason: 'it does not exist' }

const emptySpace: SpaceReader = {
  root: '/',
  unsafe: () => undefined,
  refusal: () => undefined,
  kindOf: async () => await Promise.resolve(absent),
  spelled: async (path) => await Promise.resolve(path),
  behind: async (path) => await Promise.resolve(path),
  read: async () => await Promise.resolve(absent),
}
