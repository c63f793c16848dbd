import type { CheckedIdentity, InitialisedIdentity, Mind } from '@datacortex/cognition'
import { type RegisteredAgent, resolveAgent } from '@datacortex/registry'
import { readSettings } from '@datacortex/platform'
import { z } from 'zod'
import { requireUser } from '../caller/require-right.ts'
import { operation } from '../operation.ts'
import { agent, dryRun, name, place } from '../schema.ts'
import type { Work } from '../work.ts'
import { askingMind, senderOf } from './asking-mind.ts'

/** Gives an agent an identity. Throws `REGISTRY_AGENT_NOT_FOUND` and what `initIdentity` throws. */
export const initIdentity = operation({
  input: z.strictObject({
    agent,
    entry: place.optional().describe('File of the space that its assistant reads at the start, such as AGENTS.md.'),
    uid: name.optional().describe('Its sender id on its platform; ACAS_SENDER_ID, or one that is made, if left out.'),
    dry_run: dryRun,
  }),
  output: z.looseObject({ agent: z.string(), file: z.string(), written: z.array(z.string()) }),
  run: async (work, { agent: asked, entry, uid, dry_run: dryRun }): Promise<InitialisedIdentity> => {
    const { caller, paths, signal } = work
    requireUser(caller, 'identity.init')
    const [cognition, { readAgentBody }, found] = await Promise.all([
      import('@datacortex/cognition'),
      import('@datacortex/importers'),
      registered(work, asked),
    ])
    const body = await readAgentBody(paths, found.entry)
    const prompt = 'text' in body ? body.text : ''
    const { name: called, description } = found.entry
    return await cognition.initIdentity(paths, {
      agent: found.id,
      name: called === '' ? found.id : called,
      description,
      prompt,
      uid: uid ?? (caller.kind === 'user' ? caller.sender : undefined),
      entry,
      dryRun,
      signal,
    })
  },
})

/** Does the bootstrap flow of an agent. */
export const checkIdentity = operation({
  input: z.strictObject({ agent }),
  output: z.looseObject({ agent: z.string(), ok: z.boolean() }),
  run: async (work, { agent: asked }): Promise<CheckedIdentity> => {
    const { paths } = work
    const { checkIdentity: check } = await import('@datacortex/cognition')
    const { id } = await registered(work, asked)
    // It announces the agent, which nobody else does.
    if (work.caller.kind === 'agent' || work.caller.kind === 'client') await askingMind(work, id)
    // The engine issues the id of a run, and who asks in it is who that names.
    const [sender, { minds }] = await Promise.all([senderOf(work), readSettings(paths)])
    return await check(paths, { agent: id, sender, discovery: minds.discovery })
  },
})

export type ShownIdentity = Mind['identity'] & {
  readonly agent: string
  readonly spec_version: '1.4.0'
  /** What is built: identity, recall and remember; no peers and no reflect yet. */
  readonly level: 1
  readonly mode: 'per-agent'
  /** Kinds of discovery that are used. */
  readonly discovery: readonly string[]
  readonly entry_files: readonly string[]
  /** Relative to the space. */
  readonly folder: string
  readonly index: string
}

/** Who an agent is, and what it declares. */
export const showIdentity = operation({
  input: z.strictObject({ agent }),
  output: z.looseObject({ agent: z.string(), name: z.string(), uid: z.string(), level: z.number() }),
  run: async (work, { agent: asked }): Promise<ShownIdentity> => {
    const { discoveryKinds, entryFiles, readMind } = await import('@datacortex/cognition')
    const mind = await readMind(work.paths, (await registered(work, asked)).id)
    return {
      agent: mind.agent,
      ...mind.identity,
      spec_version: '1.4.0',
      level: 1,
      mode: 'per-agent',
      discovery: discoveryKinds((await readSettings(work.paths)).minds.discovery),
      entry_files: await entryFiles(mind),
      folder: `${mind.place}/${mind.agent}`,
      index: mind.database,
    }
  },
})

async function registered(work: Work, asked: string): Promise<RegisteredAgent> {
  return resolveAgent((await work.catalogue()).registry, asked).agent
}
