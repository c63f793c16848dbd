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
  const unnamed = `none leads to it: datacortex identity init ${agent} --entry AGENTS.md`
  const rows: readonly (readonly [string, boolean | null, string])[] = [
    ['0 entry file', isNamed, isNamed ? entries.join(', ') : unnamed],
    ['1 identity', true, mind.identity.name],
    ['2 uid is the sender id', sender === undefined ? null : true, sender ?? 'ACAS_SENDER_ID is not set'],
    ['3 peers', true, `${found.peers.length - 1} beside itself`],
    ['4 announcement', ...announcement(found, discovery)],
    ['5 tables', true, `${files} knowledge files`],
  ]
  const steps = rows.map(([step, holds, detail]) => ({ step, holds, detail }))
  return { agent, ok: steps.every(({ holds }) => holds !== false), steps, findings: [...found.findings, ...findings] }
}

const staticDiscovery: Discovery = { cards: [], handshakes: false, ttl_hours: 24 }

type Checking = {
  readonly agent: string
  readonly sender?: string | undefined
  /** What the user writes is all if absent. */
  readonly discovery?: Discovery | undefined
}

/** Whether it was, and where to. */
function announcement({ announced }: Discovered, discovery: Discovery) {
  const { registry, handshakes } = discovery
  const kinds = discoveryKinds(discovery).join(', ')
  if (registry !== undefined) return [announced !== null, announced ?? `could not be written: ${registry}`] as const
  return [null, `${kinds}: ${handshakes ? 'by peers handshake' : 'the user names peers'}`] as const
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
