import type { SpacePaths } from '@datacortex/platform'
import type { ClientCaller } from '../caller/caller.ts'
import { stampOf } from '../parts/space-stamp.ts'
import { readTokens, tokensFile } from './token-store.ts'

export type KnownClient = { readonly hash: Buffer; readonly caller: ClientCaller }

/** Those who may call a space by tokens of their own; one that was added or removed counts at once. */
export function knownClients(paths: SpacePaths): () => Promise<readonly KnownClient[]> {
  let kept: { readonly stamp: string; readonly clients: readonly KnownClient[] } | undefined
  return async () => {
    const stamp = stampOf(await tokensFile(paths))
    if (stamp === kept?.stamp) return kept.clients
    const clients = (await readTokens(paths)).map(({ name, rights, hash }): KnownClient => {
      // A token made anew under a name is another client.
      const client = `${name}/${hash.slice(0, 8)}`
      return { hash: Buffer.from(hash, 'hex'), caller: { kind: 'client', rights, client } }
    })
    kept = { stamp, clients }
    return clients
  }
}
