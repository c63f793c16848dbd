import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importNostrKey } from '@datacortex/export'
import { type Catalogue, readCatalogue } from '@datacortex/modules'
import type { SpacePaths } from '@datacortex/platform'
import { nip19 } from 'nostr-tools'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { onTestFinished, vi } from 'vitest'
import type { Work } from '../work.ts'
import { workSpace } from './work-space.ts'

export const secret: Uint8Array = generateSecretKey()
export const pubkey: string = getPublicKey(secret)
const stranger = generateSecretKey()
export const agents = {
  translator: {
    name: 'Translator',
    description: 'Translates menus.',
    erc8004: { chainRegistrations: [{ chainId: 'eip155:1', identityRegistry: `0x${'aB'.repeat(20)}`, agentId: 7 }] },
  },
  auditor: { name: 'Auditor', description: 'Finds holes in contracts.' },
}

/** A space whose user has a key of Nostr, and relays. */
export async function publisher(relays: readonly string[], user = 'ada') {
  const folder = await mkdtemp(join(tmpdir(), 'nostr-'))
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }))
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(folder, user))
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text, { mode: 0o600 })
    return { file: join(folder, name) }
  }
  const { paths, work } = await workSpace({ agents, settings: { nostr: { relays, deadline_ms: 30_000 } } })
  const passphrase = await file('passphrase', 'open sesame')
  const from = await file('key', nip19.nsecEncode(secret))
  const key = await importNostrKey(paths, { from, passphrase, fromPassphrase: passphrase })
  return { paths, key, work: { ...work, secrets: { passphrase } } satisfies Work }
}

/** An event of somebody else, as a relay gives it. */
export function signed(tags: string[][], kind = 4199, key: Uint8Array = stranger, content = '') {
  return structuredClone(finalizeEvent({ kind, tags, content, created_at: 1_700_000_000 }, key))
}

/** What reads the agents of a space as they are now. */
export function fresh(paths: SpacePaths): { readonly catalogue: () => Promise<Catalogue> } {
  return { catalogue: async () => await readCatalogue(paths, {}) }
}
