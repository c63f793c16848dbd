import { join } from 'node:path'
import { redact } from '@datacortex/errors'
import {
  createGuardedSocket,
  readSettings,
  spaceFetchOptions,
  withLock,
  writeLocalSettings,
} from '@datacortex/platform'
import { type NostrFilter, type OpenRelay, askRelays, protocolError, refuseSecret } from '@datacortex/protocols'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { dryRun, exact } from '../schema.ts'
import type { Work } from '../work.ts'
import { spaceError } from '../errors.ts'

export type Relays = {
  readonly urls: readonly string[]
  readonly open: OpenRelay
  readonly deadlineMs: number
  readonly ask: (filters: readonly NostrFilter[]) => ReturnType<typeof askRelays>
}

/**
 * The relays that the settings name, or those that the user names now. A relay that was named may be private; any other
 * that a text of a stranger leads to may not.
 * @throws `NOSTR_NO_RELAY`
 */
export async function relaysOf(
  { paths, signal }: Pick<Work, 'paths' | 'signal'>,
  named: readonly string[] = [],
): Promise<Relays> {
  const { nostr, network } = await readSettings(paths)
  const urls = named.length > 0 ? named.map(relayUrl) : nostr.relays
  if (urls.length === 0) throw protocolError('NOSTR_NO_RELAY', {})
  const policy = spaceFetchOptions(paths, network)
  const allowPrivate = [
    ...(policy.allowPrivate ?? []),
    ...urls.map((url) => url.replace(/^wss?:\/\/([^/?#]+).*$/, '$1')),
  ]
  const open = createGuardedSocket({ ...policy, allowPrivate })
  const { deadline_ms: deadlineMs } = nostr
  return {
    urls,
    open,
    deadlineMs,
    ask: async (filters) => await askRelays(urls, filters, { open, signal, deadlineMs, most: 20_000 }),
  }
}

/** An address of a relay, as it is kept. @throws `CLI_USAGE` */
export function relayUrl(text: string): string {
  refuseSecret(text)
  const url = URL.parse(text)
  if (url !== null && /^wss?:$/.test(url.protocol) && url.username === '' && url.password === '') {
    url.hash = ''
    return url.search === '' ? url.href.replace(/\/$/, '') : url.href
  }
  throw spaceError('CLI_USAGE', {
    message: `${JSON.stringify(redact(text).slice(0, 200))} is no address of a relay.`,
    hint: 'It begins with wss://, such as wss://relay.example.org.',
  })
}

const output = z.looseObject({ relays: z.array(z.string()) })

export const listRelays = operation({
  input: z.strictObject({}),
  output,
  run: async ({ paths }) => ({ relays: (await readSettings(paths)).nostr.relays.map(redact) }),
})

export const addRelays = operation({
  input: z.strictObject({ urls: z.array(exact).min(1).max(50), dry_run: dryRun }),
  output,
  run: async (work, { urls, dry_run: isDry = false }) =>
    await change(work, isDry, (known) => [...known, ...urls.map(relayUrl)]),
})

export const removeRelays = operation({
  input: z.strictObject({ urls: z.array(exact).min(1).max(50), dry_run: dryRun }),
  output,
  run: async (work, { urls, dry_run: isDry = false }) => {
    const gone = urls.map(relayUrl)
    return await change(work, isDry, (known) =>
      known.filter((url) => !gone.includes(url) && !gone.includes(redact(url))),
    )
  },
})

async function change(
  { paths, signal }: Work,
  isDry: boolean,
  changed: (known: readonly string[]) => readonly string[],
) {
  const run = async () => {
    const { relays: known } = (await readSettings(paths)).nostr
    const relays = [...new Set(changed(known))]
    if (!isDry && relays.join(' ') !== known.join(' ')) await writeLocalSettings(paths, 'nostr', { relays })
    const added = relays.filter((url) => !known.includes(url))
    const removed = known.filter((url) => !relays.includes(url))
    // An address may hold a token.
    const shown = { relays: relays.map(redact), added: added.map(redact), removed: removed.map(redact) }
    return { ...shown, ...(isDry ? { dry_run: true } : {}) }
  }
  return isDry ? await run() : await withLock(join(paths.locksDirectory, 'settings'), run, { signal })
}
