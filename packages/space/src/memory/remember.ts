import { stat } from 'node:fs/promises'
import { isAbsolute, relative } from 'node:path'
import { whenCoded } from '@datacortex/errors'
import type { Memory, MemoryFacts, RememberedPoint } from '@datacortex/cognition'
import type { PlacedMemory } from '@datacortex/memory'
import { normaliseNoteTag } from '@datacortex/notes'
import { ifRefused, isFolder, resolveInside } from '@datacortex/platform'
import { z } from 'zod'
import { callerAccess } from '../caller/caller-access.ts'
import { splitList } from '../caller/split-list.ts'
import { spaceError } from '../errors.ts'
import { chooseSpaceFolder } from '../notes/space-folder.ts'
import { type Asked, operation } from '../operation.ts'
import { isByHand } from '../caller/caller.ts'
import { askingMind } from '../minds/asking-mind.ts'
import { rememberInMind } from '../minds/remember-in-mind.ts'
import { dryRun, flag, name, place, tags, written } from '../schema.ts'
import type { Work } from '../work.ts'
import { ownMemory } from './change-memories.ts'
import { shownMemories } from './shown-memories.ts'
import { takeInMemory } from './take-in-memory.ts'

const input = z.strictObject({
  text: written.describe('One thing, in a sentence or two.'),
  type: name.optional().describe('What it is; session-memory if left out.'),
  source: place.optional().describe('The execution or file of the space that it comes from.'),
  topic: name.optional().describe('What it is about: the file that it goes to. The nearest one if left out.'),
  tags: tags.describe('What to find it by.'),
  agent: name
    .optional()
    .describe('Id of the agent that learned it, if it is not who asks: none with an identity, but by hand.'),
  visibility: z
    .enum(['private', 'shared', 'public'])
    .optional()
    .describe('Of a new topic: private for an agent with an identity, else shared.'),
  supersedes: name.optional().describe('Id of the memory that it replaces.'),
  supersede: flag('Replaces every key point that it contradicts, of an agent with an identity.'),
  log_only: flag('Into the log only, for `reflect`, of an agent with an identity.'),
  space: name.optional().describe('The space that it belongs to, such as 1-acme.'),
  dry_run: dryRun,
})

export type Remember = Asked<typeof input>

/** Where it is now, or would be; `indexed`: whether searches find it, of what everybody may be shown. */
export type RememberedText = RememberedPoint & Partial<PlacedMemory> & { readonly dry_run: boolean }

export const remember = operation({
  input,
  output: z.looseObject({ id: z.string().nullable(), merged: z.boolean().optional(), indexed: z.boolean().optional() }),
  run: async (work, asked): Promise<RememberedText> => {
    const { caller, paths, signal } = work
    const { changeMemory, mindOf, userMind } = await import('@datacortex/cognition')
    const id = caller.kind === 'agent' ? caller.id : (asked.agent ?? userMind)
    const mind = (await askingMind(work, asked.agent)) ?? (await mindOf(paths, id))
    if (isByHand(work) && !mind.hasIdentity && !(await isFolder(mind.logs)) && id !== userMind) {
      // A name that somebody mistyped would be a mind that nobody reads.
      ;(await import('@datacortex/registry')).resolveAgent((await work.catalogue()).registry, id)
    }
    const facts = await factsOf(work, asked)
    const old = asked.supersedes === undefined ? undefined : await replaceable(work, asked.supersedes)
    const isOwnPoint = old?.agent_id === mind.agent && old.path?.includes('/knowledge/') === true
    const supersedes = isOwnPoint ? old.id : undefined
    const kept = await rememberInMind(work, mind, { ...asked, supersedes, facts })
    if (kept.dry_run || kept.id === null) return kept
    if (old !== undefined && !isOwnPoint)
      await changeMemory(paths, old.id, { kind: 'supersede', by: kept.id }, { by: mind.identity.name, signal })
    const memory = (await shownMemories(work)).memories.find((one) => one.id === kept.id)
    // What is nobody else's is found by `recall`, and in the contexts of its agent.
    if (memory === undefined || memory.visibility === 'private') return kept
    return { ...kept, ...(await takeInMemory(work, memory, { gone: old === undefined ? [] : [old.id] })) }
  },
})

/** Throws `MEMORY_SUPERSEDE_REFUSED` for one that ended already. */
async function replaceable(work: Work, id: string): Promise<Memory> {
  const [{ stillHolds }, { memoryError }] = await Promise.all([
    import('@datacortex/cognition'),
    import('@datacortex/memory'),
  ])
  // One that may not be shown is as good as unknown.
  const old = await ownMemory(work, id)
  if (stillHolds(old)) return old
  const reason = `it is ${old.status} already`
  throw memoryError('MEMORY_SUPERSEDE_REFUSED', { id: old.id, by: 'a new memory', reason })
}

async function factsOf(work: Work, asked: Remember): Promise<MemoryFacts> {
  const { type, source, space, topic, tags: some = [] } = asked
  const { memoryError } = await import('@datacortex/memory')
  if (type !== undefined && !/^[a-z][a-z0-9-]{0,63}$/.test(type))
    throw memoryError('MEMORY_RECORD_INVALID', { issues: ['type: expected lower-case words joined by dashes'] })
  if (source !== undefined && /^(?:memory:|(?:mem|kp)-[\da-f])/.test(source))
    throw memoryError('MEMORY_RECALL_IS_NO_EVIDENCE', { source })
  const path = source === undefined ? undefined : await fileInside(work, source)
  const caller = work.caller.kind === 'agent' ? work.caller : undefined
  const execution = caller?.parent ?? (path === undefined ? source : undefined)
  // As in notes, so that one filter finds both.
  const named = [...(topic === undefined ? [] : [topic]), ...splitList(some)].flatMap(normaliseNoteTag)
  return {
    type,
    source: path,
    executions: execution === undefined ? [] : [execution],
    tags: [...new Set(named)],
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
