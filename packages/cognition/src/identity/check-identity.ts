import { join } from 'node:path'
import type { Finding } from '@datacortex/errors'
import { type SpacePaths, readTextFile } from '@datacortex/platform'
import { type Discovery, type Discovered, discoverPeers, discoveryKinds } from '../discovery/discover.ts'
import { type Mind, readMind } from '../mind.ts'
import { openMemory } from '../memory/open-memory.ts'
import { syncMemory } from '../memory/sync-memory.ts'
import { entryAgent } from './entry-block.ts'
import { requireSender } from './require-sender.ts'
import { specificationPlace } from './specification.ts'

/** One step of the bootstrap flow; `holds` is null for what is not known or not asked at this level. */
export type BootstrapStep = { readonly step: string; readonly holds: boolean | null; readonly detail: string }

/** What the bootstrap flow of an agent came to. */
export type CheckedIdentity = {
  readonly agent: string
  readonly ok: boolean
  readonly steps: readonly BootstrapStep[]
  readonly findings: readonly Finding[]
}

/**
 * Does the bootstrap flow of ACAS for an agent. It can be run again, and makes nothing but the index, its entry among its peers
 * and that in a shared registry.
 *
 * @param paths - Of the space.
 * @param options - `agent`; `sender`: the id that the platform knows it by, if that is known; `discovery` from the settings.
 * @throws `COGNITION_SENDER_MISMATCH` before anything is made, and what `readMind` and `discoverPeers` throw.
 * @example (await checkIdentity(paths, { agent: 'writer' })).ok
 */
export async function checkIdentity(
  paths: SpacePaths,
  { agent, sender, discovery = staticDiscovery }: Checking,
): Promise<CheckedIdentity> {
  const mind = await readMind(paths, agent)
  requireSender(mind, sender)
  const [entries, specification] = await Promise.all([
    entryFiles(mind),
    readTextFile(join(paths.root, specificationPlace)),
  ])
  // Cards are asked by `peers discover`: to start is no reason to.
  const found = await discoverPeers(mind, { discovery: { ...discovery, cards: [] } })
  using memory = await openMemory(mind)
  const { findings, files } = await syncMemory(memory, mind)
  const isNamed = entries.length > 0 && specification.ok
  const steps: readonly BootstrapStep[] = [
    {
      step: '0 entry file',
      holds: isNamed,
      detail: isNamed ? entries.join(', ') : `none leads to it: datacortex identity init ${agent} --entry AGENTS.md`,
    },
    { step: '1 identity', holds: true, detail: mind.identity.name },
    {
      step: '2 uid is the sender id',
      holds: sender === undefined ? null : true,
      detail: sender === undefined ? 'ACAS_SENDER_ID is not set' : mind.identity.uid,
    },
    { step: '3 peers', holds: true, detail: `${found.peers.length - 1} beside itself` },
    announcement(found, discovery),
    { step: '5 tables', holds: true, detail: `${files} knowledge files` },
  ]
  return { agent, ok: steps.every(({ holds }) => holds !== false), steps, findings: [...found.findings, ...findings] }
}

const staticDiscovery: Discovery = { cards: [], handshakes: false, ttl_hours: 24 }

type Checking = {
  readonly agent: string
  readonly sender?: string | undefined
  /** What the user writes is all if absent. */
  readonly discovery?: Discovery | undefined
}

function announcement({ announced }: Discovered, discovery: Discovery): BootstrapStep {
  const step = '4 announcement'
  if (discovery.registry !== undefined)
    return { step, holds: announced !== null, detail: announced ?? `could not be written: ${discovery.registry}` }
  const kinds = discoveryKinds(discovery).join(', ')
  return {
    step,
    holds: null,
    detail: `${kinds}: ${discovery.handshakes ? 'by peers handshake' : 'the user names peers'}`,
  }
}

const usualEntries = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', '.cursorrules', '.github/copilot-instructions.md']

/** What assistants read at the start, of a folder: the usual files that are there. */
export async function readEntries(folder: string) {
  const read = await Promise.all(
    usualEntries.map(async (name) => ({ name, ...(await readTextFile(join(folder, name))) })),
  )
  return read.filter((one) => one.ok)
}

/**
 * The usual entry files that have the block of this agent.
 *
 * @param mind - Of the agent.
 * @returns Relative to the space.
 * @example await entryFiles(await readMind(paths, 'writer')) // ['AGENTS.md']
 */
export async function entryFiles({ agent, paths }: Pick<Mind, 'agent' | 'paths'>): Promise<readonly string[]> {
  const entries = await readEntries(paths.root)
  return entries.filter(({ text }) => entryAgent(text) === agent).map(({ name }) => name)
}
