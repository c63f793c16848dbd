import { join } from 'node:path'
import { type Finding, warningFinding } from '@datacortex/errors'
import { type SpacePaths, isLink, isThere, parseJsonLine, readJournalLines } from '@datacortex/platform'
import { z } from 'zod'
import { userMind } from '../mind.ts'
import { type Memory, stillHolds, usualType } from './memory.ts'

/** The journal in which the version before kept memories, and its name once they have moved. */
export function formerJournal({ stateDirectory }: Pick<SpacePaths, 'stateDirectory'>): {
  readonly file: string
  readonly moved: string
} {
  return {
    file: join(stateDirectory, 'session-memories.jsonl'),
    moved: join(stateDirectory, 'session-memories.moved.jsonl'),
  }
}

/** Whether there is such a file; where a link is in its place, `doctor` says so. */
export async function isOurs(file: string): Promise<boolean> {
  return (await isThere(file)) && !(await isLink(file))
}

const optional = z.string().optional()
const texts = z.array(z.string()).default([])
const base = { event_id: z.string(), at: z.string() }
const merged = { source_execution: optional, insights: texts, tags: texts, outputs: texts }

const Event = z.discriminatedUnion('event', [
  z.object({
    ...base,
    event: z.literal('added'),
    memory: z.object({
      id: z.string(),
      type: z.string().default(usualType),
      timestamp: z.string(),
      summary: z.string(),
      agent_id: optional,
      ...merged,
      origin: z.enum(['execution', 'person', 'document']),
      source: z.object({ path: z.string() }).optional(),
      status: z.enum(['candidate', 'confirmed', 'superseded', 'retracted']),
      supersedes: optional,
      space: optional,
    }),
  }),
  z.object({ ...base, event: z.literal('merged'), id: z.string(), ...merged }),
  z.object({ ...base, event: z.literal('superseded'), id: z.string(), by: z.string() }),
  z.object({ ...base, event: z.literal('confirmed'), id: z.string() }),
  z.object({ ...base, event: z.literal('retracted'), id: z.string(), reason: optional }),
  // That another one says nearly the same is not kept any more.
  z.object({ ...base, event: z.literal('similar'), id: z.string() }),
])

/** What stands in the journal of the version before, as memories; nothing once it has moved. */
export async function formerMemories(
  paths: Pick<SpacePaths, 'stateDirectory'>,
): Promise<{ readonly memories: readonly Memory[]; readonly findings: readonly Finding[] }> {
  const { file } = formerJournal(paths)
  const memories = new Map<string, Memory>()
  const findings: Finding[] = []
  const seen = new Set<string>()
  const { lines } = (await isOurs(file)) ? await readJournalLines(file) : { lines: [] }
  for (const { line, number } of lines) {
    const event = parseJsonLine(line, Event)
    const problem = typeof event === 'string' ? event : seen.has(event.event_id) ? undefined : apply(memories, event)
    if (typeof event !== 'string') seen.add(event.event_id)
    if (problem !== undefined)
      findings.push(
        warningFinding('MEMORY_JOURNAL_LINE', `${file}:${number}`, {
          message: `Line ${number} of the memories of before was passed over: ${problem}.`,
          hint: 'A line that a stopped process left unfinished was never acknowledged; you may delete it.',
        }),
      )
  }
  return { memories: [...memories.values()], findings: findings.slice(0, mostFindings) }
}

/** A journal of garbage must not fill the memory with findings about it. */
const mostFindings = 100

/** Applies one event; gives what is wrong with it. */
function apply(memories: Map<string, Memory>, event: z.output<typeof Event>): string | undefined {
  const change = (id: string, changeOf: (memory: Memory) => Partial<Memory>): void => {
    const memory = memories.get(id)
    if (memory !== undefined) memories.set(id, { ...memory, ...changeOf(memory) })
  }
  const end = (id: string, ended: Partial<Memory>): void =>
    change(id, (memory) => (stillHolds(memory) ? { ...ended, expired_at: event.at.slice(0, 10) } : {}))
  if (event.event === 'added') {
    const { agent_id: agent = userMind, source_execution: execution, supersedes, ...memory } = event.memory
    // Two writers overlapped, which took a deleted lock file. Neither text may be lost.
    const id = memories.has(memory.id) ? `${memory.id}-${event.event_id.slice(0, 8)}` : memory.id
    if (supersedes !== undefined) end(supersedes, { status: 'superseded', superseded_by: id })
    const executions = execution === undefined ? [] : [execution]
    // Everybody was shown them, as far as privacy levels let.
    memories.set(id, { ...memory, id, agent_id: agent, source_execution: execution, executions, visibility: 'shared' })
    return undefined
  }
  const { id } = event
  if (!memories.has(id)) return `there is no memory ${id}`
  if (event.event === 'confirmed') change(id, ({ status }) => (status === 'candidate' ? { status: 'confirmed' } : {}))
  if (event.event === 'superseded') end(id, { status: 'superseded', superseded_by: event.by })
  if (event.event === 'retracted') end(id, { status: 'retracted', retraction: event.reason })
  if (event.event === 'merged')
    change(id, ({ executions, insights, tags, outputs }) => ({
      executions: [...new Set([...executions, ...[event.source_execution ?? []].flat()])],
      insights: [...new Set([...insights, ...event.insights])],
      tags: [...new Set([...tags, ...event.tags])],
      outputs: [...new Set([...outputs, ...event.outputs])],
    }))
  return undefined
}
