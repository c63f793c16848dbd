import { wordsOf } from '@datacortex/text'
import { z } from 'zod'
import { withinCaller } from '../caller/within-caller.ts'
import { findAgents } from '../agents/find-agents.ts'
import { listAgents } from '../agents/list-agents.ts'
import { listLog } from '../logs/list-log.ts'
import { listMemories } from '../memory/list-memories.ts'
import { type Asked as AskedOf, operation } from '../operation.ts'
import { openSpaceMemory } from '../parts/memory.ts'
import { type OpenNoteStore, openNoteStore } from '../parts/note-store.ts'
import { everySource } from '../research/list-sources.ts'
import { day, name } from '../schema.ts'
import type { Work } from '../work.ts'
import { searchFields } from './search-fields.ts'
import { searchMemory } from './search-memory.ts'
import { folderOf } from './space-place.ts'

export type FoundThing = {
  /** Of the agent, memory, source or run; the path of a note. */
  readonly id: string
  readonly title: string
  /** What of it fits: a sentence of a note, a skill of an agent. */
  readonly matched: string
  readonly score?: number | undefined
  /** The type of a note or memory, the status of a run. */
  readonly type?: string | undefined
  readonly tags?: readonly string[] | undefined
  /** The first line of what fits in a note. */
  readonly line?: number | undefined
  readonly date?: string | undefined
}

export type FoundKind = (typeof kinds)[number]
const kinds = ['agents', 'notes', 'memories', 'sources', 'runs'] as const

const input = z.strictObject({
  query: z.string().max(10_000).describe('In plain words.'),
  by: z
    .enum(['words', 'meaning'])
    .optional()
    .describe('Words answer at once; meaning, which counts words too, if left out.'),
  top: z.number().int().min(1).max(50).optional().describe('How many of each kind at the most; 8 if left out.'),
  only: z.enum(kinds).optional().describe('Only this kind.'),
  tags: searchFields.tags,
  type: searchFields.type,
  folder: searchFields.folder,
  agent: name.optional().describe('Only memories and runs of this agent.'),
  since: day.describe('Only notes, memories and runs of this day, YYYY-MM-DD, or later.'),
  until: day.describe('Only those of this day or before.'),
})

type Asked = AskedOf<typeof input>

export const searchEverything = operation({
  input,
  output: z.looseObject(Object.fromEntries(kinds.map((kind) => [kind, z.array(z.looseObject({ id: z.string() }))]))),
  run: async (work, asked) => {
    const { by = 'meaning', query, only, top = usual } = asked
    const isDated = (asked.since ?? asked.until) !== undefined
    // What is of another time is left out afterwards.
    const wide = isDated ? { ...asked, top: mostOfTime } : asked
    const words = wordsOf(query)
    const find = async (
      kind: FoundKind,
      search: () => Promise<readonly FoundThing[]>,
    ): Promise<readonly FoundThing[]> =>
      (words.length === 0 && kind !== 'notes') || (only !== undefined && only !== kind) || isLeftOut(kind, asked)
        ? []
        : (await search()).filter((one) => isOfTime(one, asked)).slice(0, top)
    const remarks: string[] = []
    const [agents, notes, memories, sources, runs] = await Promise.all([
      find('agents', async () => await agentsOf(work, { ...wide, by, words })),
      find('notes', async () => await notesOf(work, { ...wide, by, remarks })),
      find('memories', async () => await memoriesOf(work, { ...wide, words })),
      find('sources', async () => await sourcesOf(work, { ...wide, words })),
      find('runs', async () => await runsOf(work, { ...wide, words })),
    ])
    return { by, agents, notes, memories, sources, runs, remarks }
  },
})

/** What a filter is about that a kind has not: who asks for a folder wants notes. */
function isLeftOut(kind: FoundKind, { tags = [], type, folder, agent, since, until }: Asked): boolean {
  if ((since ?? until) !== undefined && (kind === 'agents' || kind === 'sources')) return true
  if (agent !== undefined && kind !== 'memories' && kind !== 'runs') return true
  if (folder !== undefined && kind !== 'notes') return true
  if (type !== undefined && kind !== 'notes' && kind !== 'memories') return true
  return tags.length > 0 && (kind === 'sources' || kind === 'runs')
}

const usual = 8
const mostOfTime = 200

/** By its date, or for a note without one the day on which its file changed. */
function isOfTime({ date = '' }: FoundThing, { since = '', until = '9999' }: Asked): boolean {
  const day = date.slice(0, 10)
  return (day === '' && since === '' && until === '9999') || (day >= since && day <= until)
}

type Words = Asked & { readonly words: readonly string[] }

async function agentsOf(work: Work, { by, words, query, top = usual, tags }: Words & { readonly by: string }) {
  if (by === 'meaning') {
    const { results } = await findAgents.run(work, { task: query, top, tags })
    return results.map(({ id, name: title, matched, score }) => ({ id, title, matched, score }))
  }
  const { agents } = await listAgents.run(work, { tags, deprecated: false })
  const found = agents.map((one) => ({
    id: one.id,
    title: one.name,
    matched: one.description,
    text: [one.id, one.description, ...one.tags, ...one.skills.map((skill) => skill.name)].join(' '),
  }))
  return withWords(found, { words, top })
}

async function notesOf(work: Work, asked: Asked & { readonly by: string; readonly remarks: string[] }) {
  const { by, query, top = usual, tags, type, folder, remarks, since, until } = asked
  const files = (since ?? until) === undefined ? undefined : (await openNoteStore(work)).files
  const bound = await withinCaller(work)
  await using memory = await openSpaceMemory(work, { isOfBatch: true })
  const meaningUntil = by === 'words' ? AbortSignal.abort() : undefined
  const wanted = { query, top, type, tags, folder: folderOf(work.paths.root, folder) }
  const given = { ...memory, search: bound(memory.search) }
  const found = await searchMemory({ signal: work.signal, meaningUntil }, { memory: given, asked: wanted })
  if (by === 'meaning') remarks.push(...found.remarks)
  return found.results.flatMap((hit): FoundThing[] => {
    const { path, title, snippet, score, type: kind, tags: some, start, date } = hit
    if (path === undefined) return []
    const when = date ?? dayOf(files, path)
    return [{ id: path, title, matched: snippet, score, type: kind, tags: some, line: start, date: when }]
  })
}

function dayOf(files: OpenNoteStore['files'] | undefined, path: string): string | undefined {
  const file = files?.get(path)
  return file === undefined ? undefined : new Date(file.mtimeMs).toISOString()
}

async function memoriesOf(work: Work, { words, top = usual, agent, type, tags = [] }: Words) {
  const { memories } = await listMemories.run(work, { agent, type, limit: mostLookedThrough })
  const found = memories
    .filter((one) => tags.every((tag) => one.tags.includes(tag)))
    .map(({ id, summary, agent_id: owner, type: kind, tags: some, timestamp, insights }) => ({
      id,
      title: summary,
      matched: owner,
      type: kind,
      tags: some,
      date: timestamp,
      text: [summary, ...insights, ...some].join(' '),
    }))
  return withWords(found, { words, top })
}

async function sourcesOf(work: Work, { words, top = usual }: Words) {
  const found = (await everySource(work)).map(({ id, description, type }) => ({
    id,
    title: id,
    matched: description,
    type,
    text: description,
  }))
  return withWords(found, { words, top })
}

async function runsOf(work: Work, { words, top = usual, agent }: Words) {
  const { executions } = await listLog.run(work, { agent, limit: mostLookedThrough })
  const found = executions.map(({ id, agent_id: owner, task = '', status, timestamp }) => ({
    id,
    title: task === '' ? id : task.slice(0, 200),
    matched: owner,
    type: status,
    date: timestamp,
    text: `${task} ${id}`,
  }))
  return withWords(found, { words, top })
}

/** The latest ones: what is older is found by asking for it alone. */
const mostLookedThrough = 2000

/** Those that have all words, or beginnings of words; first those that have them in the title. */
function withWords(
  things: readonly (FoundThing & { readonly text: string })[],
  { words, top }: { readonly words: readonly string[]; readonly top: number },
): readonly FoundThing[] {
  const has = (text: string): boolean => {
    const own = wordsOf(text)
    return words.every((word) => own.some((one) => one.startsWith(word)))
  }
  const fitting = things.filter(({ title, text }) => has(`${title} ${text}`))
  const named = fitting.filter(({ title }) => has(title))
  return [...named, ...fitting.filter((one) => !named.includes(one))]
    .slice(0, top)
    .map(({ text: _text, ...one }) => one)
}
