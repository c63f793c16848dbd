import type { Discovered, Peer } from '@datacortex/cognition'
import type { Finding } from '@datacortex/errors'
import { readSettings } from '@datacortex/platform'
import { wordsOf } from '@datacortex/text'
import { z } from 'zod'
import { requireUser } from '../caller/require-right.ts'
import { splitList } from '../caller/split-list.ts'
import { operation } from '../operation.ts'
import { dryRun, flag, name, text } from '../schema.ts'
import { requireMind } from './asking-mind.ts'
import { readCard } from './read-card.ts'

const agent = name.optional().describe('Only for the user by hand: whose peers. Else they are those of who asks.')

type Answer = { readonly agent: string; readonly findings: readonly Finding[] }

export const listPeers = operation({
  input: z.strictObject({ agent, query: text.optional().describe('A task: active peers that fit it, best first.') }),
  output: z.looseObject({ agent: z.string(), peers: z.array(z.looseObject({ name: z.string(), uid: z.string() })) }),
  run: async (work, { agent: named, query = '' }) => {
    const { fittingPeers, readPeers } = await import('@datacortex/cognition')
    const mind = await requireMind(work, named)
    const { peers, ...registry } = await readPeers(mind)
    return { agent: mind.agent, ...registry, peers: fittingPeers(peers, wordsOf(query)) }
  },
})

export const mentionPeer = operation({
  input: z.strictObject({ peer: name.describe('Its name or uid.'), agent }),
  output: z.looseObject({ name: z.string(), uid: z.string(), mention_syntax: z.string() }),
  run: async (work, { peer, agent: named }) => {
    const { mention } = await import('@datacortex/cognition')
    return await mention(await requireMind(work, named), peer)
  },
})

export const checkText = operation({
  input: z.strictObject({ text: text.describe('That holds the mentions.'), agent }),
  output: z.looseObject({ agent: z.string(), ok: z.boolean() }),
  run: async (work, { text: sent, agent: named }): Promise<Answer & { readonly ok: boolean }> => {
    const { checkMentions, readPeers } = await import('@datacortex/cognition')
    const { identity, ...mind } = await requireMind(work, named)
    const { peers, findings } = await readPeers(mind)
    const wrong = checkMentions(sent, { peers, uid: identity.uid })
    return { agent: mind.agent, ok: wrong.length === 0, findings: [...wrong, ...findings] }
  },
})

export const setPeer = operation({
  input: z.strictObject({
    peer: name.describe('Its name; one that is there may be given by its uid.'),
    agent,
    uid: name.optional().describe('Its sender id on its platform; a new peer has to have one.'),
    role: z.string().max(2000).optional(),
    mention: name.optional().describe('As a message has to have it, such as <@9876543210>.'),
    status: z.enum(['active', 'inactive', 'muted']).optional(),
    capability: z.array(name).max(100).optional().describe('Such as recall:v1.'),
    notes: z.string().max(2000).optional(),
    delegate: flag('Whether tasks may be handed over to it.'),
    remove: z.boolean().optional(),
    dry_run: dryRun,
  }),
  output: z.looseObject({ name: z.string(), uid: z.string(), status: z.string() }),
  run: async (work, { peer: called, agent: named, mention, capability, delegate, remove, dry_run, ...given }) => {
    requireUser(work.caller, 'peers.set')
    const cognition = await import('@datacortex/cognition')
    const mind = await requireMind(work, named)
    const { signal } = work
    const capabilities = capability === undefined ? undefined : splitList(capability)
    const set = { ...given, mention_syntax: mention, capabilities, isRemoved: remove, dryRun: dry_run, signal }
    const peer = await cognition.setPeer(mind, called, set)
    // Who is taken out or muted gets nothing any more.
    const isAllowed = peer.status === 'muted' || remove === true ? false : delegate
    if (isAllowed !== undefined && dry_run !== true) await cognition.consent(mind, peer, { isAllowed })
    return peer
  },
})

export const discoverPeers = operation({
  input: z.strictObject({ agent }),
  output: z.looseObject({ agent: z.string(), kinds: z.array(z.string()), announced: z.string().nullable() }),
  run: async (work, { agent: named }): Promise<Discovered> => {
    const { discoverPeers: discover } = await import('@datacortex/cognition')
    const { minds, network } = await readSettings(work.paths)
    const card = async (address: string) => await readCard(work, address, network)
    return await discover(await requireMind(work, named), { discovery: minds.discovery, card, signal: work.signal })
  },
})

export const handshake = operation({
  input: z.strictObject({
    agent: name.optional().describe('Whose handshake, or who got the message.'),
    message: text.optional().describe('A message with a handshake in a code block.'),
    from: name
      .optional()
      .describe('Only for the user by hand: the sender id of the message that the platform verified.'),
  }),
  output: z.looseObject({ agent: z.string() }),
  run: async ({ paths, caller, signal }, { agent: named, message, from }) => {
    const { handshakeText, readMind, takeHandshake } = await import('@datacortex/cognition')
    if (message === undefined) {
      const mind = await requireMind({ paths, caller }, named)
      return { agent: mind.agent, handshake: handshakeText(mind) }
    }
    // A client says who it is by its token; nobody takes the word of an agent for who wrote to it.
    const isByHand = caller.kind === 'user' && caller.isAssistant !== true
    const sender = (caller.kind === 'client' ? caller.client : isByHand ? from : undefined) ?? ''
    const isForOther = caller.kind === 'client' && named !== undefined
    const mind = isForOther ? await readMind(paths, named) : await requireMind({ paths, caller }, named)
    const { discovery } = (await readSettings(paths)).minds
    const peer: Peer = await takeHandshake(mind, { message, sender, discovery, signal })
    return { agent: mind.agent, peer }
  },
})
