import { type SendReport, givenSigner, sendEvents, visitingSigner } from '@datacortex/export'
import {
  type NostrEvent,
  kinds,
  latestDefinitions,
  newest,
  npubOf,
  publicKeyOf,
  readDefinition,
  readReference,
  referenceFilter,
  stillPublished,
  tagOf,
  tagsOf,
} from '@datacortex/protocols'
import { z } from 'zod'
import { requireUser } from '../caller/require-right.ts'
import { spaceError } from '../errors.ts'
import { operation } from '../operation.ts'
import { exact } from '../schema.ts'
import { type Relays, relaysOf } from './nostr-relays.ts'
import { sendInput, sendOutput, sending } from './publish-on-nostr.ts'

const project = exact.describe('`31933:<public key>:<d>`, or its naddr1….')

/** A project of TENEX (kind 31933): who leads it, and which agents are in it. */
export const showProject = operation({
  input: z.strictObject({ project, relays: sendInput.relays }),
  output: z.looseObject({
    project: z.string(),
    title: z.string(),
    agents: z.array(z.looseObject({ key: z.string() })),
  }),
  run: async (work, { project: text, relays: named }) => {
    const relays = await relaysOf(work, named)
    const { coordinate, event, failures } = await readProject(relays, text)
    if (event === undefined)
      throw spaceError('SPACE_NOSTR_PROJECT_UNKNOWN', { project: coordinate, relays: relays.urls.length })
    const keys = tagsOf(event, 'p').filter((key) => /^[0-9a-f]{64}$/.test(key))
    return {
      project: coordinate,
      event: event.id,
      title: tagOf(event, 'title') ?? '',
      description: event.content,
      agents: keys.map((key, index) => ({ key, npub: npubOf(key), leads: index === 0 })),
      definitions: event.tags.flatMap(([name, id = '']) => (name === 'agent' || name === 'e' ? [id] : [])),
      failures,
    }
  },
})

/** What becomes of a project, and the event as it is to be signed. */
export type AddedToProject = SendReport & {
  readonly added: readonly string[]
  readonly kept: readonly string[]
  readonly unsigned: Pick<NostrEvent, 'kind' | 'pubkey' | 'tags' | 'content' | 'created_at'>
  readonly asked_relays: readonly string[]
}

export const addToProject = operation({
  input: z.strictObject({
    ...sendInput,
    project,
    agents: z.array(exact).min(1).max(100),
    signed_by: z
      .strictObject({ pubkey: z.string().regex(/^[0-9a-f]{64}$/), event: z.looseObject({}).optional() })
      .optional()
      .describe('A key that a browser keeps (NIP-07), and the event that it signed; the plan says which.'),
    bunker: z.string().startsWith('bunker://').max(2000).optional().describe('Who is asked to sign; kept nowhere.'),
  }),
  output: sendOutput,
  run: async (work, { project: text, agents, signed_by: signed, bunker, ...asked }): Promise<AddedToProject> => {
    requireUser(work.caller, 'project.add')
    const { relays, signer, common } = await sending(work, asked, ({ open }) => {
      if (signed !== undefined) return givenSigner(signed.pubkey, signed.event)
      return bunker === undefined ? undefined : visitingSigner(bunker, { open, signal: work.signal })
    })
    const { coordinate, d, author, event, at, failures } = await readProject(relays, text)
    if (author !== signer.pubkey)
      throw spaceError('SPACE_NOSTR_PROJECT_OTHERS', { project: coordinate, npub: npubOf(signer.pubkey) })
    // A new one would take the place of one that only a silent relay has.
    if (event === undefined && failures.length > 0)
      throw spaceError('SPACE_NOSTR_PROJECT_UNKNOWN', { project: coordinate, relays: relays.urls.length })
    const before = event?.tags ?? [
      ['d', d],
      ['title', d],
    ]
    const wanted = await tagsFor(relays, agents)
    const added = wanted.filter(([name, value]) => !before.some((tag) => tag[0] === name && tag[1] === value))
    const draft = { kind: kinds.project, tags: [...before, ...added], content: event?.content ?? '' }
    const events = [{ id: coordinate, ...draft }]
    // What replaces another has to be later than it.
    const createdAt = Math.max(Math.floor(Date.now() / 1000), (event?.created_at ?? 0) + 1)
    const known = event === undefined ? undefined : new Map([[coordinate, { event, relays: at }]])
    const report = await sendEvents(work.paths, { ...common, events, known })
    return {
      ...report,
      added: added.map((tag) => tag.join(' ')),
      kept: before.map((tag) => tag.join(' ')),
      unsigned: { ...draft, pubkey: signer.pubkey, created_at: createdAt },
      asked_relays: relays.urls,
    }
  },
})

/** An agent that runs is named by its key, a definition by its event, as TENEX takes both. */
async function tagsFor(relays: Relays, agents: readonly string[]): Promise<readonly string[][]> {
  const tags: string[][] = []
  for (const agent of agents) {
    const key = agent.startsWith('npub1') ? publicKeyOf(agent) : undefined
    if (key !== undefined) tags.push(['p', key])
    else {
      const reference = readReference(agent)
      const { author } = reference
      const deletions = author === undefined ? [] : [{ kinds: [kinds.deletion], authors: [author] }]
      const { events } = await relays.ask([referenceFilter(reference), ...deletions])
      const isIt = (event: NostrEvent) =>
        typeof readDefinition(event) !== 'string' && ('id' in reference || (tagOf(event, 'd') ?? '') === reference.d)
      const [found] = latestDefinitions(
        events.filter((event) => event.kind === kinds.deletion || isIt(event)),
        {
          now: Date.now(),
        },
      )
      if (found === undefined)
        throw spaceError('SPACE_NOSTR_AGENT_UNKNOWN', { agent: agent.slice(0, 100), relays: relays.urls.length })
      tags.push(['agent', found.id])
    }
  }
  return tags.filter((tag, index) => tags.findIndex((one) => one.join(' ') === tag.join(' ')) === index)
}

async function readProject(relays: Relays, text: string) {
  const { author, d } = coordinateOf(text)
  const asked = { kinds: [kinds.project], authors: [author], '#d': [d] }
  const { events, relaysOf: at, failures } = await relays.ask([asked])
  const event: NostrEvent | undefined = newest(stillPublished(events, { now: Date.now() }))
  const has = at.get(event?.id ?? '') ?? []
  return { coordinate: `${kinds.project}:${author}:${d}`, author, d, event, at: has, failures }
}

function coordinateOf(text: string): { readonly author: string; readonly d: string } {
  const plain = /^31933:([0-9a-f]{64}):(.*)$/.exec(text)
  if (plain !== null) return { author: plain[1] ?? '', d: plain[2] ?? '' }
  const reference = readReference(text)
  if ('kind' in reference && reference.kind === kinds.project) return reference
  throw spaceError('CLI_USAGE', {
    message: 'What was given is no project of Nostr.',
    hint: 'Give 31933:<public key>:<name>, or its naddr1….',
  })
}
