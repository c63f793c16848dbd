import { stat } from 'node:fs/promises'
import type { SpacePaths } from '@datacortex/platform'
import { resolveInside } from '@datacortex/platform'
import type { ContextCandidate } from './context-block.ts'

/** The most that are named. */
const mostPaths = 12

/**
 * Places that a task names: files and folders that exist, and knowledge locations by their name.
 *
 * Only the paths go into the context; the agent reads them if it needs to.
 *
 * @param paths - Of the space.
 * @param options - The task; `locations`: name to path, such as `inbox` to `0-personal/org/inbox.org`.
 */
export async function inferPaths(
  paths: SpacePaths,
  options: { readonly task: string; readonly locations: Readonly<Record<string, string>> },
): Promise<readonly ContextCandidate[]> {
  const reasons = new Map<string, string>()
  for (const [path] of options.task.matchAll(
    /[\p{L}\p{N}._-]+(?:\/[\p{L}\p{N}._-]+)+|[\p{L}\p{N}_-]+\.(?:md|org|ya?ml)/gu,
  ))
    reasons.set(path.replace(/\.$/, ''), 'the task names it')
  const words = new Set(options.task.toLowerCase().match(/[\p{L}\p{N}]+/gu))
  for (const [name, path] of Object.entries(options.locations))
    if (nameWords(name).every((word) => words.has(word) || words.has(`${word}s`)) && !reasons.has(path))
      reasons.set(path, `the task speaks of ${name.replaceAll('_', ' ')}`)
  const found: ContextCandidate[] = []
  for (const [path, because] of reasons) {
    if (found.length === mostPaths) break
    if (await exists(paths.root, path))
      found.push({ kind: 'inferred', origin: path, text: `- ${path} (${because})`, provenance: { because } })
  }
  return found
}

function nameWords(name: string): readonly string[] {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/s$/, ''))
    .filter((word) => word !== '')
}

async function exists(root: string, path: string): Promise<boolean> {
  try {
    await stat(await resolveInside(root, path))
    return true
  } catch {
    // What leaves the space or isn't there is no place of the task.
    return false
  }
}
