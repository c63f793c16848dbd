import { generateKeyPairSync, sign } from 'node:crypto'
import type { SpacePaths } from '@datacortex/platform'
import { onTestFinished, vi } from 'vitest'
import { registrySpace } from '../../evaluations/__fixtures__/registry-space.ts'
import { logSpace } from '../../log/__fixtures__/log-space.ts'
import { changeKnownMachines } from '../known-machines.ts'
import { serveSync } from '../serve-sync.ts'
import { type MachineKey, machineOf } from '../sync-batch.ts'
import type { SyncRemote } from '../sync-streams.ts'

/** A machine with a log of its own, that knows the others. */
export type SyncMachine = { readonly paths: SpacePaths; readonly key: MachineKey; readonly id: string }

export function newKey(): MachineKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const signed = (text: string): string => sign(null, Buffer.from(text), privateKey).toString('base64url')
  return { x, sign: async (text) => await Promise.resolve(signed(text)) }
}

export async function syncMachine(key: MachineKey = newKey()): Promise<SyncMachine> {
  const paths = await registrySpace()
  vi.stubEnv('DATACORTEX_CONFIG_DIR', `${paths.root}/user`)
  onTestFinished(() => void vi.unstubAllEnvs())
  return { paths, key, id: machineOf(key.x) }
}

/** From here on this user's word counts, who knows these machines. */
export async function asUserOf({ paths }: SyncMachine, known: readonly SyncMachine[]): Promise<void> {
  vi.stubEnv('DATACORTEX_CONFIG_DIR', `${paths.root}/user`)
  await changeKnownMachines(() => new Set(known.map(({ id }) => id)))
}

/** A server at which machines meet; `seen`: every byte that was sent to it. */
export async function meetingPlace(): Promise<SyncRemote & { readonly paths: SpacePaths; readonly seen: string[] }> {
  const paths = await logSpace()
  const seen: string[] = []
  const { signal } = new AbortController()
  return {
    paths,
    seen,
    exchange: async (asked) => {
      seen.push(JSON.stringify(asked))
      return await serveSync(paths, { ...asked, client: 'desk', signal })
    },
  }
}
