import { join } from 'node:path'
import { attempt } from '@datacortex/errors'
import { readKeptJson, sha256, userPaths, writeKeptJson } from '@datacortex/platform'

/** What is made of texts that come with the program, such as manifests and prompts, which every process asks for. */
export type TextCache<Made> = {
  /** What a process made of this text before, or is made now. */
  readonly of: (text: string, make: () => Made) => Made
  /** Keeps what was made since it was opened. Not being able to is no error. */
  readonly save: () => Promise<void>
}

/** Opens what was made before. It lies with the user: a space from anybody could tell another story of a module. */
export async function openTextCache<Made>(
  name: string,
  { version, keeps = () => true }: { readonly version: number; readonly keeps?: (made: Made) => boolean },
): Promise<TextCache<Made>> {
  const file = attempt(
    () => join(userPaths().cache, `${name}.json`),
    () => undefined,
  )
  const key = `datacortex ${name} cache ${version}`
  const before = file === undefined ? undefined : await readKeptJson(file, key).catch(() => undefined)
  const kept = new Map(Object.entries((before ?? {}) as Readonly<Record<string, Made>>))
  const used = new Map<string, Made>()
  return {
    of: (text, make) => {
      const hash = sha256(text)
      const made = kept.get(hash) ?? make()
      if (keeps(made)) used.set(hash, made)
      return made
    },
    save: async () => {
      if (file === undefined || [...used.keys()].every((hash) => kept.has(hash))) return
      await writeKeptJson(file, key, Object.fromEntries(used)).catch(() => undefined)
    },
  }
}
