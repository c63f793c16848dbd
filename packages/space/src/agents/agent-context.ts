import type { LoadedContext } from '@datacortex/execution'
import { shellWord } from '@datacortex/platform'
import { z } from 'zod'
import { shownLeftOut } from '../caller/shown-left-out.ts'
import { catalogueWith } from '../dynamic/catalogue-with.ts'
import { spaceError } from '../errors.ts'
import { askingMind } from '../minds/asking-mind.ts'
import { isByHand } from '../caller/caller.ts'
import { operation } from '../operation.ts'
import { openSpaceMemory } from '../parts/memory.ts'
import { agent, name, task } from '../schema.ts'
import type { Work } from '../work.ts'

export const budget: z.ZodOptional<z.ZodNumber> = z.number().int().min(1).optional().describe('In tokens.')

/** Whether what only an agent knows may be shown: to the user by hand, and to that agent. */
export async function isItself(work: Work, agent: string): Promise<boolean> {
  return isByHand(work) || (await askingMind(work, undefined))?.agent === agent
}

export const agentContext = operation({
  input: z.strictObject({
    agent,
    task,
    budget,
    space: name.optional().describe('Such as 1-acme.'),
    expand: z.number().int().min(0).max(5).optional().describe('Links that are followed from what the task finds.'),
  }),
  output: z.looseObject({
    agent: z.string(),
    prompt: z.string(),
    tokens: z.number(),
    retrieval: z.looseObject({}).optional(),
    left_out: z.array(z.looseObject({})),
  }),
  run: async (work, asked): Promise<LoadedContext> => {
    if (asked.task.trim() === '')
      throw spaceError('CLI_TASK_EMPTY', { command: `agent context ${shellWord(asked.agent)}` })
    const { loadContext } = await import('@datacortex/execution')
    const { caller, paths, signal } = work
    const { registry, idOf } = await catalogueWith(work, [asked.agent])
    const agent = idOf(asked.agent)
    await using memory = await openSpaceMemory(work)
    const askedBy = caller.kind === 'agent' ? caller.id : undefined
    const isForItself = await isItself(work, agent)
    const loaded = await loadContext(paths, {
      ...asked,
      agent,
      registry,
      askedBy,
      isForItself,
      memory: memory.port,
      signal,
    })
    return { ...loaded, left_out: shownLeftOut(work, loaded) }
  },
})
