import { foldedName } from '@datacortex/platform'
import { withinCaller } from '../caller/within-caller.ts'
import { openSpaceMemory } from '../parts/memory.ts'
import type { OpenNoteStore } from '../parts/note-store.ts'
import type { Work } from '../work.ts'
import type { Backlink } from './linked-note.ts'
import { searchMemory } from './search-memory.ts'

/** Notes that say the title or an alias of a note and don't link to it, with the first line that does. */
export async function unlinkedMentions(
  work: Work,
  { path, store: { graph, files } }: { readonly path: string; readonly store: OpenNoteStore },
): Promise<readonly Backlink[]> {
  const { title = '', aliases = [] } = graph.notes.get(path) ?? {}
  const names = [...new Set([title, ...aliases].map((one) => one.trim()).filter((one) => one.length > 2))].slice(0, 5)
  const [bound, { readPassage }] = await Promise.all([withinCaller(work), import('@datacortex/notes')])
  await using memory = await openSpaceMemory(work, { isOfBatch: true })
  const given = { ...memory, search: bound(memory.search) }
  // By words alone: what only means the same says no name.
  const byWords = { signal: work.signal, meaningUntil: AbortSignal.abort() }
  const found = await Promise.all(
    names.map(async (query) => await searchMemory(byWords, { memory: given, asked: { query, top: mostRead } })),
  )
  const left = new Set([path, ...graph.linksTo(path)])
  const candidates = new Set(found.flatMap(({ results }) => results.flatMap((hit) => hit.path ?? [])))
  const says = new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.map(folded).join('|')})(?![\\p{L}\\p{N}])`, 'u')
  const mentions: Backlink[] = []
  for (const one of [...candidates].filter((candidate) => !left.has(candidate)).slice(0, mostRead)) {
    const file = files.get(one)
    const passage = file === undefined ? undefined : await readPassage(file).catch(() => undefined)
    const lines = passage?.text.split('\n') ?? []
    const at = lines.findIndex((line) => says.test(foldedName(line)))
    if (at === -1) continue
    const sentence = (lines[at] ?? '').trim().slice(0, 300)
    mentions.push({ path: one, title: graph.notes.get(one)?.title ?? one, line: at + 1, sentence })
  }
  return mentions
}

const mostRead = 50

function folded(name: string): string {
  return foldedName(name).replaceAll(/[$()*+./?[\\\]^{|}-]/g, String.raw`\$&`)
}
