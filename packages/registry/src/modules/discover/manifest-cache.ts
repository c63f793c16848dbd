import { join } from 'node:path'
import { sha256, userPaths } from '@datacortex/platform'
import type { CheckedManifest } from '@datacortex/plugin'
import { readKeptJson, writeKeptJson } from '../../file/read/kept-json.ts'
import { parseManifest } from '../contents/parse-manifest.ts'

// To be raised when a manifest gets another shape or the same text is read differently.
const key = 'datacortex-manifest-cache 1'

/** The manifests that come with the program, which every process asks for: 25 take 35 ms to parse and check. */
export type ManifestCache = {
  /** As {@link parseManifest}, but what had no warnings is kept. */
  readonly parse: typeof parseManifest
  /** Keeps what was parsed since it was opened. Not being able to is no error. */
  readonly save: () => Promise<void>
}

/**
 * Opens what the processes of this user read before. It lies in the folder of the user: one in a space, which may come from
 * anybody, could tell another story of a module than the text that the user approved.
 */
export async function openManifestCache(): Promise<ManifestCache> {
  const file = cacheFile()
  const before = file === undefined ? undefined : await readKeptJson(file, key).catch(() => undefined)
  const kept = new Map(Object.entries((before ?? {}) as Readonly<Record<string, CheckedManifest>>))
  const used = new Map<string, CheckedManifest>()
  return {
    parse: (text, options) => {
      const hash = sha256(text)
      const checked = kept.get(hash) ?? parseManifest(text, options)
      if (checked.warnings.length === 0) used.set(hash, checked)
      return checked
    },
    save: async () => {
      if (file === undefined || [...used.keys()].every((hash) => kept.has(hash))) return
      await writeKeptJson(file, key, Object.fromEntries(used)).catch(() => undefined)
    },
  }
}

function cacheFile(): string | undefined {
  try {
    return join(userPaths().cache, 'manifests.json')
  } catch {
    return undefined
  }
}
