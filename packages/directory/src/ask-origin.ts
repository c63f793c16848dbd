import { CodedError, redact, thrownText } from '@datacortex/errors'
import { withTimeLimit } from '@datacortex/platform'
import type { PublishedAgent } from '@datacortex/plugin'
import type { AskOptions, KnownDirectory } from './ask-directories.ts'
import { cleanRecord } from './clean-record.ts'
import type { DirectoryCache } from './directory-cache.ts'
import { directoryError } from './errors.ts'

/**
 * Whether a text is what `agent import` takes of an agent that is published elsewhere.
 * @example isPublishedAddress('eip155:1:0x8004a169fb4a3325136eb29fa0ceb6d2e539a432:7') // true
 */
export function isPublishedAddress(text: string, cache?: Pick<DirectoryCache, 'get'>): boolean {
  if (/^(?:nostr:)?(?:nevent1|naddr1|nsec1|ncryptsec1)|^eip155:/i.test(text)) return true
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  return url.pathname === '/' || /\.json$/i.test(url.pathname) || cache?.get(redact(text)) !== undefined
}

/** Which directory reads an address, where nothing that is kept says so. */
function directoryOf(id: string): string {
  return /^eip155:/i.test(id) ? 'erc8004' : /^https?:/i.test(id) ? 'catalog' : 'nostr'
}

/** A record, and the directory that gave it; `isKept` if that could not be asked, and what is kept of it has to do. */
export type FoundOrigin = { readonly record: PublishedAgent; readonly directory: string; readonly isKept: boolean }

/**
 * What is published at an address now; undefined where its directory says that there is nothing.
 * @throws `DIRECTORY_KEY_GIVEN`, `DIRECTORY_UNKNOWN`, `DIRECTORY_RECORD_REFUSED`, `DIRECTORY_RECORD_STEERS`, `DIRECTORY_TIMEOUT`, and why it can't be
 *   asked, if nothing is kept of it either.
 * @example await askOrigin(cache, directories, { id: 'https://tides.example/agent-card.json', deadlineMs: 5000 })
 */
export async function askOrigin(
  cache: DirectoryCache,
  directories: readonly KnownDirectory[],
  { id, deadlineMs, signal }: { readonly id: string } & Pick<AskOptions, 'deadlineMs' | 'signal'>,
): Promise<FoundOrigin | undefined> {
  // Neither is ever repeated in a message.
  if (/^(?:nostr:)?(?:nsec1|ncryptsec1)/i.test(id)) throw directoryError('DIRECTORY_KEY_GIVEN', {})
  const kept = cache.get(redact(id))
  const name = kept?.directory ?? directoryOf(id)
  const known = directories.find((one) => one.name === name)
  if (known === undefined)
    throw directoryError('DIRECTORY_UNKNOWN', { name, known: directories.map((one) => one.name) })
  const late = directoryError('DIRECTORY_TIMEOUT', { name, timeoutMs: deadlineMs })
  const show = async (inTime: AbortSignal): Promise<PublishedAgent | undefined> => {
    await using opened = await known.open()
    return await opened.directory.show?.(id.replace(/^nostr:/i, ''), { signal: inTime })
  }
  try {
    const found = await withTimeLimit(show, { timeoutMs: deadlineMs, signal, late })
    if (found === undefined) return undefined
    const cleaned = cleanRecord(found, id)
    if ('refused' in cleaned) throw cleaned.refused
    return { record: cleaned.record, directory: name, isKept: false }
  } catch (error) {
    signal?.throwIfAborted()
    if (isRefused(error)) throw error
    if (kept !== undefined) return { record: kept, directory: name, isKept: true }
    throw CodedError.is(error) ? error : directoryError('DIRECTORY_FAILED', { name, reason: thrownText(error) })
  }
}

/** Whether something is published there that nobody takes. @example isRefused(error) */
export function isRefused(error: unknown): error is CodedError {
  return CodedError.is(error, 'DIRECTORY_RECORD_REFUSED') || CodedError.is(error, 'DIRECTORY_RECORD_STEERS')
}

/**
 * Why nothing is made of a record; undefined if nothing speaks against it.
 * @example importRefusal(record) // 'No signature fits a key of tides.example: its key is not known'
 */
export function importRefusal({ proofs = [] }: PublishedAgent): string | undefined {
  return proofs.find(({ kind, holds }) => kind === 'signature' && !holds)?.checked.replace(/\.$/, '')
}
