import { setImmediate } from 'node:timers/promises'
import type { Finding } from '@datacortex/errors'
import type { Visibility } from '../knowledge/knowledge-file.ts'
import { type Mind, openFolders } from '../mind.ts'
import { pullRemote } from '../sharing/pull-remote.ts'
import { type MemoryIndex, openMemory } from './open-memory.ts'
import { type Meaning, rankByMeaning } from './rank-by-meaning.ts'
import { aboutQuery, rowsAt, searchMemory } from './search-memory.ts'
import { type PointRow, pointsAt, searchPoints } from './search-points.ts'
import { syncMemory } from './sync-memory.ts'
import { watchFolders } from './watch-folders.ts'

/** One knowledge file that answers a query. */
export type Recalled = {
  /** Relative to the space. */
  readonly path: string
  readonly title: string
  /** Name of the agent that owns it, or its uid. */
  readonly owner: string
  readonly visibility: Visibility
  /** When it was last written. */
  readonly date: string
  readonly summary: string
  /** Key points that hold and have words of the query; the best first where their meaning is known, with their score. */
  readonly points: readonly {
    readonly id?: string | undefined
    readonly text: string
    readonly score?: number | undefined
  }[]
  /** The file without its front matter. */
  readonly content: string
}

/** What an agent knows about something, best first, and what is wrong with its files. */
export type RecallAnswer = { readonly results: readonly Recalled[]; readonly findings: readonly Finding[] }

export type RecallOptions = {
  /** How many files at the most, 5 if absent. */
  readonly top?: number | undefined
  /** The day whose knowledge is asked for, such as `2026-03-01`; what holds now if absent. */
  readonly asOf?: string | undefined
  /** Ranks anew what words found; words alone if absent. */
  readonly meaning?: Meaning | undefined
}

/** The memory of an agent that stays open, and is looked through again only when a file has changed. */
export type OpenMind = Disposable & {
  readonly recall: (query: string, options?: RecallOptions) => Promise<RecallAnswer>
}

/**
 * What an agent knows about something: its own knowledge, and what others share. By words; no model is needed.
 *
 * @param mind - Of who asks.
 * @param query - In any words; signs of a query language mean nothing.
 * @param options - How many, of which day, and what knows the meaning of texts.
 * @example (await recall(mind, 'spring tides')).results[0]?.path
 */
export async function recall(mind: Mind, query: string, options: RecallOptions = {}): Promise<RecallAnswer> {
  using memory = await openMemory(mind)
  const pulled = await pullRemote(mind)
  const { findings } = await syncMemory(memory, mind)
  return { results: await recalled(memory, mind, { ...options, query }), findings: [...pulled, ...findings] }
}

/**
 * Opens the memory of an agent for many questions.
 *
 * @param mind - Of who asks.
 * @returns Its folders are watched until it is disposed; what lies at an address is asked for by `pullRemote` alone.
 * @example
 * using open = await openMind(mind)
 * await open.recall('spring tides')
 */
export async function openMind(mind: Mind): Promise<OpenMind> {
  const memory = await openMemory(mind)
  const watched = watchFolders([mind.knowledge, mind.shared, mind.copies, ...(await openFolders(mind))])
  let lasting: readonly Finding[] = []
  return {
    recall: async (query, options = {}) => {
      // By then the system has said what was written before the question.
      await setImmediate()
      const synced = watched.takeChanges() ? await syncMemory(memory, mind) : undefined
      lasting = synced?.lasting ?? lasting
      const results = await recalled(memory, mind, { ...options, query })
      return { results, findings: synced?.findings ?? lasting }
    },
    [Symbol.dispose]: () => {
      watched[Symbol.dispose]()
      memory[Symbol.dispose]()
    },
  }
}

async function recalled(
  memory: MemoryIndex,
  mind: Mind,
  { query, top = 5, asOf, meaning }: RecallOptions & { readonly query: string },
): Promise<readonly Recalled[]> {
  const reader = mind.identity.uid
  const rows = searchMemory(memory, { reader, query, top })
  const isAbout = aboutQuery(query)
  const fitting = (path: string) => pointsAt(memory, { path, asOf }).filter(({ text }) => isAbout(text))
  const found = meaning === undefined ? [] : searchPoints(memory, { reader, query, top: mostRanked, asOf })
  const ranked = meaning === undefined ? [] : await rankByMeaning(memory, found, { query, meaning })
  const points: ReadonlyMap<string, readonly PointRow[]> = Map.groupBy(ranked, ({ path }) => path)
  const first = rowsAt(memory, { reader, paths: [...points.keys()].slice(0, top) })
  const all = [...new Map([...first, ...rows].map((row) => [row.path, row])).values()].slice(0, top)
  return (
    all
      .map((row) => ({
        path: `${mind.place}/${row.path}`,
        title: row.title,
        owner: row.owner_uid === reader ? mind.identity.name : row.owner_uid,
        visibility: row.visibility,
        date: row.updated_at,
        summary: row.summary,
        points: (points.get(row.path) ?? fitting(row.path)).map(({ id, text, score }) => ({
          id: id ?? undefined,
          text,
          score,
        })),
        content: row.body,
      }))
      // What the file says of now says nothing of that day; its key points do.
      .filter((one) => asOf === undefined || one.points.length > 0)
  )
}

/** Beyond these nobody looks, and each costs a comparison. */
const mostRanked = 200
