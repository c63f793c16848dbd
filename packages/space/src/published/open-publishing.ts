import { parseBaseUrl, readSigningKey } from '@datacortex/export'
import { type GuardedFetch, type SpacePaths, createGuardedFetch, readSettings } from '@datacortex/platform'
import { Publications } from './publications.ts'
import { type Tls, type TlsFiles, readTls, tlsOfSettings } from './read-tls.ts'
import { type SnapshotOptions, SnapshotSource } from './space-snapshot.ts'

/** What is published under an address that is known once somebody listens. */
export type Publishing = {
  /** The public address, if one was given; with a slash at its end. */
  readonly url: string | undefined
  readonly tls: Tls | undefined
  /** For addresses that clients name: of their files, and of receivers of notifications. */
  readonly fetch: GuardedFetch
  /** Whether clients of A2A 0.3 are answered, too. */
  readonly speaks03: boolean
  /** Publishes under a base address, with a slash at its end. */
  readonly at: (options: { readonly base: string; readonly secured: boolean }) => Publications
}

export type PublishingOptions = {
  /** Whether nobody but the user of this machine gets to see it: then it need not be trusted. */
  readonly isOwnOnly?: boolean | undefined
  readonly url?: string | undefined
  /** Files of private keys, each of which signs every card. */
  readonly sign?: readonly string[] | undefined
  /** Those of the settings if absent. */
  readonly tls?: TlsFiles | undefined
}

/** Prepares to publish the agents of a space: cards, catalogue, registration files, proof of the domain. */
export async function openPublishing(
  paths: SpacePaths,
  { url, sign = [], tls, ...options }: PublishingOptions & SnapshotOptions,
): Promise<Publishing> {
  const publicUrl = url === undefined ? undefined : parseBaseUrl(url).href
  const keys = await Promise.all(sign.map(async (file) => await readSigningKey(file)))
  const snapshots = await SnapshotSource.open(paths, options)
  const { serve, network } = await readSettings(paths)
  const speaks03 = serve.a2a_0_3 === true
  return {
    // What the user allows sources to ask is not for strangers to choose.
    fetch: createGuardedFetch({ allowPrivate: serve.allow_private, contact: network.contact }),
    speaks03,
    url: publicUrl,
    tls: tls === undefined ? await tlsOfSettings(paths) : await readTls(tls),
    at: ({ base, secured }) =>
      new Publications({ base, secured, speaks03, keys, snapshot: async () => await snapshots.current() }),
  }
}
