import { stat } from 'node:fs/promises'
import { isAbsolute, relative } from 'node:path'
import { whenCoded } from '@datacortex/errors'
import type { RememberedPoint } from '@datacortex/cognition'
import type { MemoryRecord, Remembered } from '@datacortex/memory'
import { ifRefused, resolveInside } from '@datacortex/platform'
import { z } from 'zod'
import { callerAccess } from '../caller/caller-access.ts'
import { splitList } from '../caller/split-list.ts'
import { spaceError } from '../errors.ts'
import { chooseSpaceFolder } from '../notes/space-folder.ts'
import { type Asked, operation } from '../operation.ts'
import { askingMind, requireMind } from '../minds/asking-mind.ts'
import { rememberInMind } from '../minds/remember-in-mind.ts'
import { openNoteSetup } from '../parts/note-setup.ts'
import { dryRun, name, place, tags, written } from '../schema.ts'
import type { Work } from '../work.ts'
import { shownMemory } from './shown-memories.ts'

const input = z.strictObject({
  text: written,
  type: name.optional().describe('What it is; session-memory if left out.'),
  source: place.optional().describe('The execution or file of the space that it comes from.'),
  topic: name
    .optional()
    .describe('What it is about: the file of an agent with an identity, else the first of its tags.'),
  tags,
  agent: name
    .optional()
    .describe('Id of the agent that learned it, if it is not who asks: none with an identity, but by hand.'),
  visibility: z
    .enum(['private', 'shared', 'public'])
    .optional()
    .describe('Who may recall it, of an agent with an identity.'),
  supersedes: name.optional().describe('Id of the memory that it replaces.'),
  supersede: z
    .boolean()
    .optional()
    .describe('Replaces every key point that it contradicts, of an agent with an identity.'),
  log_only: z.boolean().optional().describe('Into the log only, for `reflect`, of an agent with an identity.'),
  space: name.optional().describe('The space that it belongs to, such as 1-acme.'),
  dry_run: dryRun,
})

/** What is remembered, and where it comes from. */
export type Remember = Asked<typeof input>

/** The memory that it became, or would become. */
export type RememberedText =
  | (Remembered & { readonly dry_run?: undefined; readonly path?: undefined })
  // Of an agent that has an identity: in its files.
  | (RememberedPoint & { readonly dry_run: boolean })
  | {
      readonly id: null
      readonly type: string
      readonly tags: readonly string[]
      readonly summary: string
      readonly source?: string | undefined
      readonly path?: undefined
      readonly dry_run: true
    }

const usualType = 'session-memory'

export const remember = operation({
  input,
  output: z.looseObject({ id: z.string().nullable(), merged: z.boolean().optional(), indexed: z.boolean().optional() }),
  run: async (work, asked): Promise<RememberedText> => {
    const { paths, signal } = work
    // What only a mind can do is not left out in silence.
    const isOfMind = asked.log_only === true || asked.supersede === true
    const mind = await (isOfMind ? requireMind : askingMind)(work, asked.agent)
    if (mind !== undefined) return await rememberInMind(work, mind, asked)
    const memory = await import('@datacortex/memory')
    const record = await recordOf(work, asked)
    if (asked.dry_run === true) {
      const old = record.supersedes === undefined ? undefined : await shownMemory(work, record.supersedes)
      if (old !== undefined && !memory.stillHolds(old))
        throw memory.memoryError('MEMORY_SUPERSEDE_REFUSED', {
          id: old.id,
          by: 'a new memory',
          reason: `it is ${old.status} already`,
        })
      const { type = usualType, tags: some = [], summary } = await memory.checkRecord(paths, record)
      return { id: null, dry_run: true, type, tags: some, source: asked.source, summary }
    }
    await using setup = await openNoteSetup(work)
    const { embedder } = setup
    const { modelId, dimensions } = embedder
    // An index that can't be opened, or has no room, keeps nothing from being stored.
    const opened = await memory
      .openNoteIndex(paths, { modelId, dimensions, signal })
      .catch(whenCoded(({ message }) => ({ problem: message })))
    await using index = 'problem' in opened ? undefined : opened
    const stored = await memory.remember(paths, record, { embedder, collection: index?.chunks, signal })
    const reported = await withoutHidden(work, stored)
    return 'problem' in opened ? { ...reported, index_problem: opened.problem } : reported
  },
})

/** In the run of an agent it is not said that a memory says nearly the same which that agent may not be shown. */
async function withoutHidden(work: Work, remembered: Remembered): Promise<Remembered> {
  const { similar_to: similar, ...others } = remembered
  const access = similar === undefined ? undefined : await callerAccess(work)
  return similar !== undefined && (await access?.memory(similar)) !== undefined ? others : remembered
}

async function recordOf(work: Work, asked: Remember): Promise<MemoryRecord> {
  const { text: summary, type = usualType, source, agent, supersedes, space, topic, tags: some = [] } = asked
  const caller = work.caller.kind === 'agent' ? work.caller : undefined
  const path = source === undefined ? undefined : await fileInside(work, source)
  const execution = caller?.parent ?? (path === undefined ? source : undefined)
  return {
    summary,
    type,
    ...(path === undefined ? {} : { source: { path }, origin: 'document' }),
    ...(execution === undefined ? {} : { source_execution: execution }),
    ...(caller === undefined ? {} : { origin: 'execution' }),
    tags: [...(topic === undefined ? [] : [topic]), ...splitList(some)],
    agent_id: caller?.id ?? agent,
    // One that may not be shown is as good as unknown.
    supersedes: supersedes === undefined ? undefined : (await shownMemory(work, supersedes)).id,
    space: space === undefined ? undefined : await chooseSpaceFolder(work.paths, space),
  }
}

/** The source as a path below the root if it is one; undefined for an id such as exec-2025-12-21-001. */
async function fileInside(work: Work, source: string): Promise<string | undefined> {
  const { root } = work.paths
  const below = isAbsolute(source) ? relative(root, source) : source
  const isPath = isAbsolute(source) || /[/\\]|\.(?:md|markdown|org)$/i.test(source)
  // What leaves the space is refused as it was given.
  const path = (below.startsWith('..') ? source : below).replaceAll('\\', '/')
  const inside = resolveInside(root, path)
  const file = isPath ? await inside : await inside.catch(whenCoded(() => undefined))
  const found = file === undefined ? undefined : await stat(file).catch(ifRefused(undefined))
  // In the run of an agent what it may not be shown is as if it were not there.
  const isOpen = (await callerAccess(work))?.path(path) === undefined
  if (found?.isFile() === true && isOpen) return path
  if (!isPath) return undefined
  throw spaceError('CLI_USAGE', {
    message: `There is no file ${path} in the space.`,
    hint: 'Name a file as it stands below the folder of the space, or an execution such as exec-2026-01-31-001.',
  })
}
