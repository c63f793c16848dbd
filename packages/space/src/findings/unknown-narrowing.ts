import type { Work } from '../work.ts'
import { sharedMemories } from '../parts/note-setup.ts'
import type { Search } from '../notes/search-fields.ts'
import { openNoteStore } from '../parts/note-store.ts'

/** Why a search that was narrowed down found nothing, where nothing at all has the type or tag. */
export async function unknownNarrowing(
  work: Work,
  { type, tags = [], folder }: Pick<Search, 'type' | 'tags' | 'folder'>,
): Promise<readonly string[]> {
  if ((type ?? folder) === undefined && tags.length === 0) return []
  if (work.caller.kind === 'agent') return []
  const [{ matchesNote }, { nearestNames }, { graph }, memories] = await Promise.all([
    import('@datacortex/memory'),
    import('@datacortex/registry'),
    openNoteStore(work),
    sharedMemories(work.paths)(),
  ])
  const known = [
    ...graph.notes.values(),
    ...memories.map((memory) => ({ type: memory.type, tags: memory.tags, space: '' })),
  ]
  const remark = (what: string, name: string, names: readonly string[]): string => {
    const near = nearestNames(names, name)
    const some = near.length > 0 ? `similar: ${near.join(', ')}` : `there are: ${names.slice(0, mostNamed).join(', ')}`
    return `Nothing has the ${what} ${JSON.stringify(name)}; ${names.length === 0 ? 'there is none' : some}.`
  }
  const isEmpty = folder !== undefined && ![...graph.notes.keys()].some((path) => path.startsWith(`${folder}/`))
  return [
    ...(isEmpty ? [`No note lies in ${JSON.stringify(folder)}.`] : []),
    ...(type === undefined || known.some((note) => matchesNote(note, { types: [type] }))
      ? []
      : [remark('type', type, byAmount(known.map((note) => note.type)))]),
    ...tags
      .filter((tag) => !known.some((note) => matchesNote(note, { tags: [tag] })))
      .map((tag) => remark('tag', tag, byAmount(known.flatMap((note) => note.tags)))),
  ]
}

const mostNamed = 8

/** Each once, the most frequent first. */
function byAmount(names: readonly string[]): readonly string[] {
  const amounts = new Map<string, number>()
  for (const name of names) amounts.set(name, (amounts.get(name) ?? 0) + 1)
  return [...amounts].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([name]) => name)
}
