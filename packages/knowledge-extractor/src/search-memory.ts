import { join } from 'node:path'
import { type Finding, codedError, warningFinding } from '@datacortex/errors'
import { isThere as isAt } from '@datacortex/platform'
import type { SearchHit, SearchPort } from '@datacortex/memory'
import type { KeyPhrase } from './text/key-phrases.ts'
import type { KnowledgePorts } from './ports.ts'

export type NoteHit = SearchHit & { readonly path: string }

export async function searchMemory(
  query: string,
  options: Pick<KnowledgePorts, 'search'> & {
    readonly root: string
    readonly limit: number
    readonly subject: string
    readonly signal: AbortSignal
  },
): Promise<{ readonly hits: readonly NoteHit[]; readonly findings: readonly Finding[] }> {
  const { search, subject, signal } = options
  if (search === undefined) return { hits: [], findings: [] }
  try {
    return { hits: await hitsThatAre(query, { ...options, search }), findings: [] }
  } catch (error) {
    signal.throwIfAborted()
    const { message: reason, hint } = codedError(error)
    const message = `The memory could not be searched, so related notes are missing and zettels may repeat others: ${reason}`
    return { hits: [], findings: [warningFinding('KNOWLEDGE_MEMORY_UNSEARCHED', subject, { message, hint })] }
  }
}

/** Notes that are gone take no places of those that are there. */
async function hitsThatAre(
  query: string,
  { search, root, limit, signal }: { search: SearchPort; root: string; limit: number; signal: AbortSignal },
): Promise<readonly NoteHit[]> {
  for (let asked = limit; ; asked *= 4) {
    const hits = await search(query, { limit: asked, signal })
    const verdicts = await Promise.all(hits.map(async ({ path }) => path === undefined || (await isThere(root, path))))
    const there = hits.filter((_, place) => verdicts[place])
    if (there.length >= limit || hits.length < asked || asked >= mostAsked)
      return there.slice(0, limit).flatMap((hit) => (hit.path === undefined ? [] : [{ ...hit, path: hit.path }]))
  }
}

const mostAsked = 1000

/** The memory knows paths in their composed form, whatever the disk has. */
async function isThere(root: string, path: string): Promise<boolean> {
  for (const form of new Set([path, path.normalize('NFD')])) {
    if (await isAt(join(root, form))) return true
  }
  return false
}

export function queryOf(title: string, phrases: readonly KeyPhrase[]): string {
  return [title.slice(0, 200), ...phrases.map((phrase) => phrase.text)].join(' ')
}
