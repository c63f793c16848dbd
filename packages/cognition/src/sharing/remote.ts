/** Shared knowledge at an address, for agents without a common disk. Failures are coded errors. */
export type RemoteKnowledge = {
  /** The files that this agent may read there; `etag`: SHA-256 of its text. */
  readonly list: () => Promise<readonly { readonly topic: string; readonly etag: string }[]>
  readonly read: (topic: string) => Promise<string | undefined>
  /** In place of the text with this hash, or as a new file; false if something else is there. */
  readonly write: (topic: string, text: string, etag: string | undefined) => Promise<boolean>
}

/** In the folder of all minds. */
export const sharedFolder = '_shared'

/** What stands for the folder of files that lie at an address. */
export const remoteFolder = '_remote'

/** The topic at the address that a path relative to the space stands for. */
export function remoteTopic(
  { place, remote }: { readonly place: string; readonly remote?: RemoteKnowledge | undefined },
  path: string,
): string | undefined {
  const start = `${place}/${remoteFolder}/`
  return remote !== undefined && path.startsWith(start) ? path.slice(start.length).replace(/\.md$/, '') : undefined
}
