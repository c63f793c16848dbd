import { randomUUID } from 'node:crypto'
import { isRecord, jsonOf, patientLimit } from '@datacortex/platform'
import { type NostrEvent, type OpenRelay, checkEvent } from '@datacortex/protocols'
import { decrypt, encrypt, getConversationKey } from 'nostr-tools/nip44'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { exportError } from '../errors.ts'
import type { EventDraft, NostrSigner } from './nostr-signer.ts'

/** A program that keeps a key and signs with it when its owner agrees (NIP-46). */
type Bunker = ReturnType<typeof readBunker>

/** Reads `bunker://<public key>?relay=…&secret=…`. Throws `EXPORT_PRIVATE_KEY_INVALID`; the secret is never repeated. */
export function readBunker(text: string) {
  const url = URL.parse(text)
  const pubkey = /^bunker:\/\/([0-9a-f]{64})(?:\?|$)/i.exec(text)?.[1]?.toLowerCase() ?? ''
  const relays = url?.searchParams.getAll('relay').filter((relay) => /^wss?:\/\//.test(relay)) ?? []
  if (url === null || pubkey === '' || relays.length === 0)
    throw exportError('EXPORT_PRIVATE_KEY_INVALID', { origin: 'The address of the bunker' })
  return { pubkey, relays, secret: url.searchParams.get('secret') ?? undefined }
}

// Its owner may have to look at a telephone.
const waitMs = 120_000
const kind = 24_133

/** By what sockets, and how long, it is asked. */
type How = { readonly open: OpenRelay; readonly signal?: AbortSignal | undefined }

/** Encrypts what a bunker knows a first visitor by, for the key that it knows this program by. */
export function sealSecret(text: string, key: Uint8Array): string {
  return encrypt(text, getConversationKey(key, getPublicKey(key)))
}

/**
 * Signs by asking the bunker of an address that is kept nowhere: it knows this program by a key for this once.
 * @throws `EXPORT_PRIVATE_KEY_INVALID`
 * @example visitingSigner('bunker://…', { open, signal })
 */
export function visitingSigner(address: string, how: How): NostrSigner {
  const key = generateSecretKey()
  return bunkerSigner(readBunker(address), { ...how, secret: async () => await Promise.resolve(key) })
}

/** Signs by asking a bunker; `secret`: the key that it knows this program by; `sealed`: its secret, as it is kept. */
export function bunkerSigner(
  bunker: Bunker,
  { secret, sealed, ...how }: How & { secret: () => Promise<Uint8Array>; sealed?: string | undefined },
): NostrSigner {
  let connected: Promise<Ask> | undefined
  return {
    pubkey: bunker.pubkey,
    async sign(draft) {
      connected ??= connect(bunker, { ...how, key: await secret(), sealed })
      const ask = await connected
      const signed = checkEvent(jsonOf(await ask('sign_event', [JSON.stringify(draft)])))
      const isIt = 'event' in signed && signed.event.pubkey === bunker.pubkey && textOf(signed.event) === textOf(draft)
      if (!isIt) throw failed(bunker, 'it answered with something else than the signed event')
      return signed.event
    },
  }
}

function textOf({ kind: of, tags, content, created_at: at }: EventDraft): string {
  return JSON.stringify([of, at, tags, content])
}

type Ask = (method: string, params: readonly string[]) => Promise<string>

async function connect(
  bunker: Bunker,
  { sealed, ...how }: Omit<Asked, 'method' | 'params'> & { readonly sealed: string | undefined },
): Promise<Ask> {
  const ask: Ask = async (method, params) => await askBunker(bunker, { ...how, method, params })
  const opened = sealed && decrypt(sealed, getConversationKey(how.key, getPublicKey(how.key)))
  await ask('connect', [bunker.pubkey, opened ?? bunker.secret ?? '', 'sign_event'])
  return ask
}

type Asked = How & { readonly key: Uint8Array; readonly method: string; readonly params: readonly string[] }

async function askBunker(bunker: Bunker, { key, open, signal: caller, method, params }: Asked): Promise<string> {
  const id = randomUUID()
  const conversation = getConversationKey(key, bunker.pubkey)
  const now = Math.floor(Date.now() / 1000)
  const content = encrypt(JSON.stringify({ id, method, params }), conversation)
  const event = finalizeEvent({ kind, tags: [['p', bunker.pubkey]], content, created_at: now }, key)
  const limit = AbortSignal.timeout(patientLimit(waitMs))
  const answered = new AbortController()
  const signal = AbortSignal.any([answered.signal, limit, ...(caller === undefined ? [] : [caller])])
  const askBy = async (url: string): Promise<Readonly<Record<string, unknown>>> => {
    await using socket = await open(url, { signal })
    const filter = { kinds: [kind], authors: [bunker.pubkey], '#p': [getPublicKey(key)], since: now - 60 }
    await socket.send(JSON.stringify(['REQ', id, filter]))
    await socket.send(JSON.stringify(['EVENT', event]))
    for await (const text of socket) {
      const message: unknown = jsonOf(text)
      const [type, , given] = Array.isArray(message) ? (message as readonly unknown[]) : []
      const checked = type === 'EVENT' ? checkEvent(given) : undefined
      if (checked === undefined || !('event' in checked) || checked.event.pubkey !== bunker.pubkey) continue
      const answer = decryptedOf(checked.event, conversation)
      // Until its owner has agreed elsewhere it only says where.
      if (answer?.['id'] !== id || answer['result'] === 'auth_url') continue
      return answer
    }
    throw failed(bunker, `its relay ${url} ended the connection`)
  }
  // The same event by each relay: a bunker that sees it twice does it once.
  const asked = bunker.relays.map(askBy)
  try {
    const { error, result } = await Promise.any(asked)
    if (typeof error === 'string' && error !== '') throw failed(bunker, error.slice(0, 200))
    return String(result)
  } catch (error) {
    caller?.throwIfAborted()
    if (limit.aborted) throw failed(bunker, 'nobody answered in time')
    throw error instanceof AggregateError ? error.errors[0] : error
  } finally {
    answered.abort()
    await Promise.allSettled(asked)
  }
}

function decryptedOf({ content }: NostrEvent, conversation: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const answer = jsonOf(decrypt(content, conversation))
    return isRecord(answer) ? answer : undefined
  } catch {
    // Meant for somebody else, or no answer at all.
    return undefined
  }
}

function failed({ pubkey }: Bunker, reason: string): Error {
  return exportError('EXPORT_BUNKER_FAILED', { pubkey, reason: reason.replace(/\.+$/, '') })
}
