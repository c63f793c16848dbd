import type { Memory, MemoryChange } from '@datacortex/cognition'
import type { Finding } from '@datacortex/errors'
import { z } from 'zod'
import { requireRight } from '../caller/require-right.ts'
import { spaceError } from '../errors.ts'
import { isByHand } from '../caller/caller.ts'
import { askingMind } from '../minds/asking-mind.ts'
import { operation } from '../operation.ts'
import { dryRun, flag, name, text, written } from '../schema.ts'
import type { Work } from '../work.ts'
import { memoryId } from './show-memory.ts'
import { shownMemory } from './shown-memories.ts'
import { takeInMemory } from './take-in-memory.ts'

export type ChangedMemory = Pick<Memory, 'id' | 'status' | 'summary' | 'path'> & {
  readonly changed: boolean
  /** The name under which `undo` takes it back. */
  readonly undo?: string | undefined
  readonly findings: readonly Finding[]
  readonly dry_run?: true | undefined
}

const output: z.ZodType = z.looseObject({ id: z.string(), status: z.string(), changed: z.boolean() })

export const confirmMemory = operation({
  input: z.strictObject({ id: memoryId, dry_run: dryRun }),
  output,
  run: async (work, { id, dry_run: isDry = false }): Promise<ChangedMemory> => {
    // It says that somebody looked, and by night nobody does.
    const memory = await memoryByHand(work, id, 'memory.confirm')
    return await change(work, memory, { kind: 'confirm' }, isDry)
  },
})

export const retractMemory = operation({
  input: z.strictObject({ id: memoryId, reason: text.optional().describe('Why.'), dry_run: dryRun }),
  output,
  run: async (work, { id, reason, dry_run: isDry = false }): Promise<ChangedMemory> =>
    await change(work, await ownMemory(work, id), { kind: 'retract', reason }, isDry),
})

export const updateMemory = operation({
  input: z.strictObject({
    id: memoryId,
    text: written.regex(/\S/, 'It has no text.').describe('What it says from now on.'),
    dry_run: dryRun,
  }),
  output,
  run: async (work, { id, text: said, dry_run: isDry = false }): Promise<ChangedMemory> =>
    await change(work, await ownMemory(work, id), { kind: 'update', text: said }, isDry),
})

export const pinMemory = operation({
  input: z.strictObject({ id: memoryId, off: flag('Takes the pin off.'), dry_run: dryRun }),
  output,
  run: async (work, { id, off = false, dry_run: isDry = false }): Promise<ChangedMemory> => {
    // What every context has costs each run, and is read without a question.
    const memory = await memoryByHand(work, id, 'memory.pin')
    return await change(work, memory, { kind: off ? 'unpin' : 'pin' }, isDry)
  },
})

export const moveMemory = operation({
  input: z.strictObject({
    id: memoryId,
    topic: name.describe('Its file is made if it is not there.'),
    dry_run: dryRun,
  }),
  output,
  run: async (work, { id, topic, dry_run: isDry = false }): Promise<ChangedMemory> =>
    await change(work, await ownMemory(work, id), { kind: 'move', topic }, isDry),
})

/** A memory with which only who sees it may do something: neither the night nor an agent. */
async function memoryByHand(work: Work, id: string, name: string): Promise<Memory> {
  const { caller } = work
  if (caller.kind === 'night') requireRight(caller, { name, right: 'manage' })
  const memory = await shownMemory(work, id)
  if (caller.kind === 'agent') throw spaceError('CLI_MEMORY_OF_OTHERS', { agent: caller.id, id: memory.id })
  return memory
}

/** A memory that the caller may change: by hand any, else its own, and what nobody with an identity has. */
export async function ownMemory(work: Work, id: string): Promise<Memory> {
  const memory = await shownMemory(work, id)
  const { caller, paths } = work
  if (isByHand(work) || memory.visibility === 'public') return memory
  const [{ mindOf }, own] = await Promise.all([import('@datacortex/cognition'), askingMind(work, undefined)])
  const owner = await mindOf(paths, memory.agent_id)
  const isOwn = owner.agent === (own?.agent ?? (caller.kind === 'agent' ? (await mindOf(paths, caller.id)).agent : ''))
  if (isOwn || (caller.kind !== 'agent' && !owner.hasIdentity)) return memory
  throw spaceError('CLI_MEMORY_OF_OTHERS', { agent: caller.kind === 'agent' ? caller.id : 'Who asks', id: memory.id })
}

async function change(work: Work, before: Memory, asked: MemoryChange, isDry: boolean): Promise<ChangedMemory> {
  const { paths, caller, signal } = work
  const { changeMemory } = await import('@datacortex/cognition')
  const by = caller.kind === 'agent' ? undefined : 'user'
  const { memory, changed, undo, findings } = await changeMemory(paths, before.id, asked, { by, dryRun: isDry, signal })
  if (changed) await takeInMemory(work, memory)
  const { id, status, summary, path } = memory
  return { id, status, summary, path, changed, undo, findings, ...(isDry ? { dry_run: true } : {}) }
}
