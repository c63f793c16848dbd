import { holdsSecretKey, infoFinding, withoutControls } from '@datacortex/errors'
import { nostrAddressOf } from '@datacortex/export'
import { readSettings } from '@datacortex/platform'
import {
  eventReference,
  kinds,
  npubOf,
  publicKeyOf,
  readLesson,
  readReference,
  referenceFilter,
  referenceOf,
  stillPublished,
} from '@datacortex/protocols'
import { resolveAgent, withDisabled } from '@datacortex/registry'
import { oneLine } from '@datacortex/text'
import { z } from 'zod'
import { requireUser } from '../caller/require-right.ts'
import { agentOrigin } from '../directories/origin-of.ts'
import { rememberInMind } from '../minds/remember-in-mind.ts'
import { operation } from '../operation.ts'
import { dryRun, name } from '../schema.ts'
import { relaysOf } from './nostr-relays.ts'

/** What a trusted author published as learned with the definition of an agent, and what became of it here. */
type TakenLesson = {
  readonly agent: string
  readonly author: string
  readonly event: string
  readonly text: string
  /** `known` also where it was taken back here. */
  readonly status: 'kept' | 'known' | 'planned'
  readonly id?: string | null | undefined
}

const most = 100

export const takeInLessons = operation({
  input: z.strictObject({
    agents: z.array(name).max(1000).optional().describe('All that are published on Nostr if left out.'),
    dry_run: dryRun,
  }),
  output: z.looseObject({ lessons: z.array(z.looseObject({ agent: z.string(), status: z.string() })) }),
  run: async (work, { agents: named = [], dry_run: isDry = false }) => {
    requireUser(work.caller, 'nostr.lessons')
    const registry = withDisabled((await work.catalogue()).registry)
    const wanted =
      named.length === 0 ? [...registry.agents.values()] : named.map((id) => resolveAgent(registry, id).agent)
    const addresses = wanted.flatMap(({ id, entry }) => {
      const origin = agentOrigin(entry)
      const address = origin?.directory === 'nostr' ? origin.id : nostrAddressOf(entry)
      return address === undefined ? [] : [{ id, address }]
    })
    const { trust } = (await readSettings(work.paths)).directories
    const authors = Object.entries(trust).flatMap(([key, weight]) => (weight > 0 ? (publicKeyOf(key) ?? []) : []))
    if (authors.length === 0) return { lessons: [], findings: [nobody] }
    if (addresses.length === 0) return { lessons: [], findings: [] }
    const relays = await relaysOf(work)
    const definitions = addresses.map(({ address }) => referenceFilter(readReference(address)))
    const { events, failures } = await relays.ask([{ kinds: [kinds.lesson, kinds.deletion], authors }, ...definitions])
    const published = stillPublished(events, { now: Date.now() }).toSorted((a, b) => b.created_at - a.created_at)
    const { mindOf, outsideLesson, readMemories } = await import('@datacortex/cognition')
    const { memories } = await readMemories(work.paths)
    const lessons: TakenLesson[] = []
    for (const { id: agent, address } of addresses) {
      const reference = readReference(address)
      const versions = events.filter((event) => referenceOf(event) === address).map(({ id }) => id)
      const ids = new Set('id' in reference ? [reference.id, ...versions] : versions)
      const fitting = published.filter(
        (event) => authors.includes(event.pubkey) && readLesson(event)?.definitions.some((id) => ids.has(id)) === true,
      )
      const mind = await mindOf(work.paths, agent)
      const own = memories.filter(({ agent_id: whose, type }) => whose === mind.agent && type === outsideLesson)
      for (const event of fitting.slice(0, most)) {
        const lesson = readLesson(event)
        if (lesson === undefined || holdsSecretKey(lesson.text)) continue
        const source = `nostr:${eventReference({ id: event.id, pubkey: event.pubkey })}`
        const text = `[lesson of ${npubOf(event.pubkey)}] “${oneLine(withoutControls(lesson.text))}”`
        const base = { agent, author: event.pubkey, event: event.id, text }
        // One that was taken back here stays so.
        const known = own.find(({ insights, summary }) => insights.includes(source) || summary === text)
        if (known !== undefined || isDry) {
          lessons.push({ ...base, id: known?.id, status: known === undefined ? 'planned' : 'known' })
          continue
        }
        const facts = { type: outsideLesson, insights: [source] }
        const kept = await rememberInMind(work, mind, { text, topic: 'outside-lessons', tags: [], facts })
        lessons.push({ ...base, id: kept.id, status: 'kept' })
      }
    }
    return {
      lessons,
      findings: failures.map(({ at, code, message }) => infoFinding(code, at, { message, hint: others })),
    }
  },
})

const others = 'What the other relays have was taken all the same.'
const nobody = infoFinding('SPACE_NOSTR_NOBODY_TRUSTED', 'directories.trust', {
  message: 'Nobody is trusted on Nostr, so no lesson was taken in.',
  hint: 'Name the keys of authors (npub1…) in the settings: directories.trust: { npub1…: 1 }',
})
