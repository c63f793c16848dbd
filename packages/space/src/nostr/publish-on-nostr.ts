import {
  type NostrSigner,
  type PlannedEvent,
  type SendReport,
  agentDefinition,
  openNostrSigner,
  selectAgents,
  sendEvents,
} from '@datacortex/export'
import { type Finding, asFinding, infoFinding } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import {
  type NostrEvent,
  definitionTags,
  kinds,
  latestDefinitions,
  referenceOf,
  stillPublished,
  tagOf,
} from '@datacortex/protocols'
import { updateRegistry } from '@datacortex/registry'
import { z } from 'zod'
import { requireUser } from '../caller/require-right.ts'
import { catalogueWith } from '../dynamic/catalogue-with.ts'
import { type AskedFor, operation } from '../operation.ts'
import { refuseDynamic } from '../publish/publish-agents.ts'
import { dryRun, exact, flag, name } from '../schema.ts'
import type { Work } from '../work.ts'
import { lessonsOf } from './lessons-of.ts'
import { type Relays, relaysOf } from './nostr-relays.ts'

/** Who signs, where it goes, and whether it is done. The passphrase is a secret of the one who opened the space. */
export const sendInput = {
  relays: z.array(exact).max(50).optional().describe('Those of the settings if left out.'),
  key: name.optional().describe('Name of a key of Nostr; `default` if absent.'),
  confirm: z.boolean().optional(),
  dry_run: dryRun,
}

export const sendOutput = z.looseObject({
  confirmed: z.boolean(),
  plan: z.array(z.looseObject({ id: z.string(), action: z.string() })),
  results: z.array(z.looseObject({ id: z.string(), status: z.string() })),
})

export async function sending(
  work: Work,
  { relays: named, key, confirm, dry_run: isDry }: AskedFor<typeof sendInput>,
  signerOf?: (relays: Relays) => NostrSigner | undefined,
) {
  const relays = await relaysOf(work, named)
  const passphrase = work.secrets?.passphrase ?? { prompt: () => Promise.resolve(undefined) }
  const { signal } = work
  const signer =
    signerOf?.(relays) ?? (await openNostrSigner(work.paths, { name: key, passphrase, signal, open: relays.open }))
  const isConfirmed = confirm === true && isDry !== true
  const { urls, open, deadlineMs } = relays
  const common = { relays: urls, open, deadlineMs, signer, signal, now: Date.now(), confirm: isConfirmed }
  return { relays, signer, common }
}

export const publishOnNostr = operation({
  input: z.strictObject({
    ...sendInput,
    ids: z.array(name).min(1).max(1000),
    url: exact.optional().describe('The address under which the agents are published, for the link to their cards.'),
    instructions: flag('Whether their prompts are published too.'),
    lessons: flag('Whether memories of theirs that were confirmed are published too.'),
  }),
  output: sendOutput,
  run: async (
    work,
    { ids, url, instructions = false, lessons = false, ...asked },
  ): Promise<SendReport & { readonly findings: readonly Finding[] }> => {
    requireUser(work.caller, 'publish.nostr')
    const found = await catalogueWith(work, ids)
    refuseDynamic(found, { needsEntry: true })
    const { agents, findings } = selectAgents(found.registry, ids.map(found.idOf))
    const { relays, signer, common } = await sending(work, asked)
    const learned = lessons ? await lessonsOf(work.paths, agents) : []
    const { known, failures } = await ownEvents(relays, signer.pubkey, learned)
    const { readAgentBody } = await import('@datacortex/importers')
    const without: Finding[] = []
    const events = []
    for (const agent of agents) {
      const body = instructions ? await readAgentBody(work.paths, agent.entry) : undefined
      const prompt = body !== undefined && 'text' in body ? body.text : undefined
      if (prompt === undefined)
        without.push(
          infoFinding('SPACE_NOSTR_NO_PROMPT', agent.id, {
            message: 'It is published without its prompt, so that others find it but can not run it themselves.',
            hint: instructions ? 'It has no prompt to read.' : 'Publish that too with --instructions.',
          }),
        )
      const definition = agentDefinition(agent, { instructions: prompt, url })
      const { content } = definition
      events.push({ id: agent.id, kind: kinds.definition, tags: definitionTags(definition), content })
    }
    const report = await sendEvents(work.paths, { ...common, events: [...events, ...learned], known })
    const reported = failures.map(({ at, code, message }) =>
      infoFinding(code, at, { message, hint: 'It is sent to all the same.' }),
    )
    const isDone = (id: string) =>
      report.confirmed && report.results.some((one) => one.id === id && one.relays.length > 0)
    const done = agents.flatMap(({ id }) => (isDone(id) ? [id] : []))
    const noted = await noteAddresses(work.paths, { ids: done, pubkey: signer.pubkey })
    return { ...report, findings: [...findings, ...without, ...reported, ...noted] }
  },
})

/** Writes where agents are on Nostr into their entries, from which their cards and registration files take it. */
async function noteAddresses(
  paths: SpacePaths,
  { ids, pubkey }: { readonly ids: readonly string[]; readonly pubkey: string },
): Promise<readonly Finding[]> {
  if (ids.length === 0) return []
  const note = (id: string) => referenceOf({ id: '', pubkey, kind: kinds.definition, tags: [['d', id]] })
  const hint = 'Add it to the entry by hand as `x-nostr`.'
  return await updateRegistry(paths, (editor) =>
    ids.flatMap((id) => {
      const entry = editor.get(id)
      if (entry !== undefined) editor.setAgent(id, { ...entry, 'x-nostr': note(id) })
      const message = `Its card and registration file do not name ${note(id)}: agents.yaml has no entry of it.`
      return entry === undefined ? [infoFinding('SPACE_NOSTR_NOT_NOTED', id, { message, hint })] : []
    }),
  ).catch(asFinding('agents.yaml'))
}

/** What relays have of a key already, definitions by `d`: a journal that was lost makes nothing twice. */
async function ownEvents(relays: Relays, pubkey: string, lessons: readonly PlannedEvent[]) {
  const asked = { kinds: [kinds.definition, kinds.lesson, kinds.deletion], authors: [pubkey] }
  const { events, relaysOf: at, failures } = await relays.ask([asked])
  const now = Date.now()
  const known = new Map<string, { event: NostrEvent; relays: readonly string[] }>()
  const know = (id: string, event: NostrEvent) => known.set(id, { event, relays: at.get(event.id) ?? [] })
  for (const event of latestDefinitions(events, { now })) know(tagOf(event, 'd') ?? event.id, event)
  for (const event of stillPublished(events, { now }).filter(({ kind }) => kind === kinds.lesson))
    for (const { id, content } of lessons) if (content === event.content) know(id, event)
  return { known, failures }
}
