import {
  type FoundOrigin,
  askOrigin,
  directoryError,
  DirectoryCache,
  importRefusal,
  isRefused,
  lineDifference,
} from '@datacortex/directory'
import { CodedError } from '@datacortex/errors'
import { inTurns, readTextFile, replaceFile, sha256 } from '@datacortex/platform'
import { type AgentEntry, agentSourceFile, resolveAgent, updateRegistry, withDisabled } from '@datacortex/registry'
import { z } from 'zod'
import { agreed } from '../caller/agreed.ts'
import { requireUser } from '../caller/require-right.ts'
import { operation } from '../operation.ts'
import { dryRun, flag, name } from '../schema.ts'
import type { Work } from '../work.ts'
import { askOptions } from './asked-directories.ts'
import { knownDirectories } from './known-directories.ts'
import { type AgentOrigin, agentOrigin } from './origin-of.ts'
import { publishedEntry } from './published-entry.ts'

export type OriginState = {
  readonly id: string
  readonly origin: string
  readonly state: 'unchanged' | 'changed' | 'updated' | 'gone' | 'other author' | 'refused' | 'not reached'
  /** Whether somebody changed the file here since; the difference is from that. */
  readonly edited?: true | undefined
  /** Lines that differ, `-` here and `+` there. */
  readonly difference?: readonly string[] | undefined
  readonly reason?: string | undefined
}

export const updateAgents = operation({
  input: z.strictObject({
    ids: z.array(name).max(10_000).optional().describe('All that came from a directory if left out.'),
    yes: flag('Replaces what differs without a question.'),
    dry_run: dryRun,
  }),
  output: z.looseObject({ results: z.array(z.looseObject({ id: z.string(), state: z.string() })) }),
  run: async (work, { ids = [], yes = false, dry_run: isDry = false }) => {
    requireUser(work.caller, 'agents.update')
    const results: OriginState[] = []
    for (const one of await comparedOrigins(work, ids)) {
      const { now, ...state } = one
      const isWanted = now !== undefined && state.state === 'changed' && !isDry
      results.push(isWanted && (yes || (await mayReplace(work, state))) ? await replaced(work, { state, now }) : state)
    }
    return { results, ...(isDry ? { dry_run: true } : {}) }
  },
})

/** An agent beside what its origin publishes now, where that is another thing by the same author. */
export type ComparedOrigin = OriginState & { readonly now?: FoundOrigin | undefined }

/** Asks the origins of agents, of all that have one if none is named. */
export async function comparedOrigins(work: Work, ids: readonly string[]): Promise<readonly ComparedOrigin[]> {
  const registry = withDisabled((await work.catalogue()).registry)
  const named = ids.map((id) => resolveAgent(registry, id).agent)
  const agents = (ids.length === 0 ? [...registry.agents.values()] : named).flatMap(({ id, entry }) => {
    const origin = agentOrigin(entry)
    if (origin !== undefined) return [{ id, entry, origin }]
    if (ids.length > 0) throw directoryError('DIRECTORY_AGENT_UNKNOWN', { id, asked: [] })
    return []
  })
  if (agents.length === 0) return []
  const [known, { deadlineMs, signal }] = await Promise.all([knownDirectories(work), askOptions(work)])
  using cache = await DirectoryCache.open(work.paths)
  return await inTurns(agents, { atOnce: 8, signal }, async (agent): Promise<ComparedOrigin> => {
    const base = { id: agent.id, origin: agent.origin.id }
    try {
      const now = await askOrigin(cache, known, { id: agent.origin.id, deadlineMs, signal })
      return { ...base, ...(await compared(work, agent, now)) }
    } catch (error) {
      if (!CodedError.is(error)) throw error
      const state = isRefused(error) ? 'refused' : 'not reached'
      return { ...base, state, reason: error.message }
    }
  })
}

type Known = { readonly id: string; readonly entry: AgentEntry; readonly origin: AgentOrigin }

async function compared(
  { paths }: Pick<Work, 'paths'>,
  { id, entry, origin }: Known,
  now: FoundOrigin | undefined,
): Promise<Omit<ComparedOrigin, 'id' | 'origin'>> {
  if (now === undefined) return { state: 'gone' }
  if (now.isKept) return { state: 'not reached', reason: 'its directory could not be asked' }
  if (now.record.author !== origin.author) {
    const facts = { agent: id, was: origin.author ?? 'nobody', is: now.record.author ?? 'nobody' }
    return { state: 'other author', reason: directoryError('DIRECTORY_AUTHOR_CHANGED', facts).message }
  }
  if (now.record.hash === origin.hash) return { state: 'unchanged' }
  const reason = importRefusal(now.record)
  if (reason !== undefined) return { state: 'refused', reason }
  const file = agentSourceFile(paths, entry)
  const read = file === undefined ? undefined : await readTextFile(file)
  const text = read?.ok === true ? read.text : ''
  const made = publishedEntry(paths, now, { id, now: 0 })
  const asked = toolLines(origin.tools, now.record.tools)
  return {
    state: 'changed',
    now,
    difference: [...lineDifference(text, made.text), ...asked],
    ...(sha256(text) === origin.file_sha256 ? {} : { edited: true }),
  }
}

/** What it asks for stands in no file, since nobody grants it. */
function toolLines(before: readonly string[] = [], after: readonly string[] = []): readonly string[] {
  return lineDifference(
    before.map((tool) => `asks for the tool ${tool}`).join('\n'),
    after.map((tool) => `asks for the tool ${tool}`).join('\n'),
  ).filter((line) => line.length > 1)
}

async function mayReplace(work: Work, { id, origin, difference = [], edited }: OriginState): Promise<boolean> {
  const head = edited === true ? `${id}, which was changed here` : id
  const shown = { files: [{ path: `${head}: what ${origin} says now`, text: difference.join('\n') }] }
  return await agreed(work, `Replace ${head} by this?`, shown)
}

async function replaced(
  { paths, signal }: Work,
  { state, now }: { readonly state: OriginState; readonly now: FoundOrigin },
): Promise<OriginState> {
  const made = publishedEntry(paths, now, { id: state.id, now: Date.now() })
  await updateRegistry(
    paths,
    async (editor) => {
      const before = editor.get(state.id)
      if (before === undefined) return
      const read = await readTextFile(made.file)
      const expected = read.ok ? sha256(read.text) : 'absent'
      await replaceFile(made.file, made.text, { expected })
      editor.setAgent(state.id, { ...before, ...made.entry })
    },
    { signal },
  )
  return { ...state, state: 'updated' }
}
