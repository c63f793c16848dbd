import { type SyncAnswer, type SyncAsked, type SyncRemote, filesRemote } from '@datacortex/execution'
import { type Settings, createGuardedFetch, parseJson, readSecret, spaceFetchOptions } from '@datacortex/platform'
import { z } from 'zod'
import { spaceError } from '../errors.ts'
import { repositoryKey } from '../nightshift/open-queue.ts'
import type { Work } from '../work.ts'

/** Where the machines of a space meet, and by what they know it. */
export type OpenRemote = { readonly remote: SyncRemote; readonly space: string; readonly place: string }

/** What people call the place that the settings name; undefined where they name none. */
export function syncPlace({ server, git }: Settings['sync']): string | undefined {
  if (server !== undefined) return new URL(server).host
  return git === undefined ? undefined : `${git} of origin`
}

/**
 * Opens the place that the settings name. Nothing is asked yet.
 * @returns Undefined where they name none.
 * @throws `SPACE_SYNC_UNSET` without the token of the server, `NIGHTSHIFT_NO_REPOSITORY`, `QUEUE_…` of a branch.
 */
export async function openRemote(work: Work, { sync, network }: Settings): Promise<OpenRemote | undefined> {
  const { paths } = work
  const { server, git } = sync
  const place = syncPlace(sync)
  if (place === undefined) return undefined
  const space = sync.space ?? (await repositoryKey(paths))
  if (server === undefined) {
    const { openGitFolder } = await import('@datacortex/queue')
    const where = { folder: paths.root, branch: git ?? '', path: '.datacore/executions', signal: work.signal }
    return { remote: filesRemote(await openGitFolder(where), space), space, place }
  }
  const token = await readSecret(paths, sync.token)
  if (token === undefined) throw spaceError('SPACE_SYNC_UNSET', { what: `.datacore/env/${sync.token} is not there` })
  // The user who allowed the setting named this address.
  const allowPrivate = [...network.allow_private, place]
  const ask = createGuardedFetch({ ...spaceFetchOptions(paths, network), allowPrivate })
  const url = new URL('v1/executions', server.endsWith('/') ? server : `${server}/`).href
  const exchange = async (asked: SyncAsked): Promise<SyncAnswer> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await ask(url, { method: 'POST', headers, body: JSON.stringify(asked), signal: work.signal })
    if (response.ok) return parseJson(await response.text(), Answer, { origin: url })
    const { code = '', message = response.statusText } =
      Failure.safeParse(await response.json().catch(() => ({}))).data?.error ?? {}
    throw spaceError('SPACE_SYNC_REFUSED', { place, reason: `${response.status} ${code} ${message}`.trim() })
  }
  return { remote: { exchange }, space, place }
}

const Answer = z.object({
  has: z.record(z.string(), z.object({ count: z.int(), last: z.string() })),
  lines: z.array(z.string()),
  more: z.boolean(),
})

const Failure = z.object({ error: z.object({ code: z.string().optional(), message: z.string().optional() }) })
