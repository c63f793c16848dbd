import type { CheckedIdentity, InitialisedIdentity, Mind, HookedAssistant } from '@datacortex/cognition'
import { type RegisteredAgent, resolveAgent } from '@datacortex/registry'
import { isFolder, readSettings } from '@datacortex/platform'
import { z } from 'zod'
import { agreed } from '../caller/agreed.ts'
import { requireUser } from '../caller/require-right.ts'
import { operation } from '../operation.ts'
import { agent, dryRun, flag, name, place } from '../schema.ts'
import type { Work } from '../work.ts'
import { askingMind, senderOf } from './asking-mind.ts'

/** Gives an agent an identity. Throws `REGISTRY_AGENT_NOT_FOUND` and what `initIdentity` throws. */
export const initIdentity = operation({
  input: z.strictObject({
    agent,
    entry: place.optional().describe('File of the space that its assistant reads at the start, such as AGENTS.md.'),
    uid: name.optional().describe('Its sender id on its platform; ACAS_SENDER_ID, or one that is made, if left out.'),
    assistant: z
      .enum(['claude-code', 'codex', 'opencode'])
      .optional()
      .describe('Program that gets hooks: what it recalls at each prompt, and keeps at the end of a session.'),
    yes: flag('Writes the hooks without a question.'),
    dry_run: dryRun,
  }),
  output: z.looseObject({ agent: z.string(), file: z.string(), written: z.array(z.string()) }),
  run: async (work, { agent: asked, entry, uid, assistant, yes, dry_run: dryRun }): Promise<InitialisedIdentity> => {
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
    const made = await cognition.initIdentity(paths, {
      agent: found.id,
      name: called === '' ? found.id : called,
      description,
      prompt,
      uid: uid ?? (caller.kind === 'user' ? caller.sender : undefined),
      entry,
      dryRun,
      signal,
    })
    if (assistant === undefined) return made
    const hooks = await writtenHooks(work, {
      agent: found.id,
      identity: made.identity,
      assistant,
      isDry: dryRun === true,
      isAgreed: yes === true,
    })
    return { ...made, written: [...made.written, ...hooks] }
  },
})

type Hooked = {
  readonly agent: string
  readonly identity: Mind['identity']
  readonly assistant: HookedAssistant
  readonly isDry: boolean
  readonly isAgreed: boolean
}

/** What an assistant runs by itself is shown in full before it is written. */
async function writtenHooks(work: Work, { agent, identity, assistant, isDry, isAgreed }: Hooked) {
  const { hookFiles, mindWith, writeHookFiles } = await import('@datacortex/cognition')
  const mind = await mindWith(work.paths, { agent, identity })
  const changed = (await hookFiles(mind, assistant)).filter(({ isChanged }) => isChanged)
  if (changed.length === 0) return []
  const question = `Write these hooks for ${assistant}?`
  if (!isDry && !isAgreed && !(await agreed(work, question, { files: changed }))) return []
  if (!isDry) await writeHookFiles(mind, changed)
  return changed.map(({ path }) => path)
}

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

export const showIdentity = operation({
  input: z.strictObject({ agent }),
  output: z.looseObject({ agent: z.string(), name: z.string(), uid: z.string(), level: z.number() }),
  run: async (work, { agent: asked }) => {
    const { discoveryKinds, entryFiles, readMind } = await import('@datacortex/cognition')
    const { caller, paths } = work
    const mind = await readMind(paths, (await registered(work, asked)).id)
    const address = caller.kind === 'user' || caller.kind === 'agent' ? caller.sharedAt : undefined
    const isShared = address !== undefined || (await isFolder(mind.shared))
    return {
      agent: mind.agent,
      ...mind.identity,
      spec_version: '1.4.0',
      /** 3 where knowledge is shared: without a transport that level is not claimed (section 3.1). */
      level: isShared ? 3 : 2,
      /** Shared once there is a folder or an address of shared knowledge. */
      mode: isShared ? 'shared' : 'per-agent',
      /** Kinds of discovery that are used. */
      discovery: discoveryKinds((await readSettings(paths)).minds.discovery),
      entry_files: await entryFiles(mind),
      /** Relative to the space. */
      folder: `${mind.place}/${mind.agent}`,
      index: mind.database,
    }
  },
})

async function registered(work: Work, asked: string): Promise<RegisteredAgent> {
  return resolveAgent((await work.catalogue()).registry, asked).agent
}
