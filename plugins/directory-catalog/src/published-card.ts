import { ifCoded } from '@datacortex/errors'
import { isRecord, jsonOf, recordOf, sha256 } from '@datacortex/platform'
import type { PublishedProof } from '@datacortex/plugin'
import {
  type KeySet,
  cardSignatures,
  decodeHeader,
  isSignature,
  readCard,
  readDocument,
  verifyCard,
} from '@datacortex/protocols'
import type { WalkContext } from './walk-catalogs.ts'

type Card = {
  readonly json: unknown
  /** As it was published. */
  readonly text: string
  readonly url: string
  readonly id: string
}

/** The record of a card; undefined if it is none. */
export async function publishedCard({ json, text, url, id }: Card, context: WalkContext) {
  const read = readCard(json)
  if (read === undefined) return undefined
  const proofs = await signatureProof(json as object, { url, context })
  return {
    ...read,
    id,
    url: interfaceOf(json) ?? url,
    author: siteOf(url),
    hash: sha256(text),
    ...(proofs.length === 0 ? {} : { proofs }),
  }
}

function interfaceOf(card: unknown): string | undefined {
  if (!isRecord(card)) return undefined
  const listed: unknown = Array.isArray(card['supportedInterfaces']) ? card['supportedInterfaces'][0] : card
  const url = isRecord(listed) ? listed['url'] : undefined
  return typeof url === 'string' && URL.canParse(url) ? url : undefined
}

/** Whether a card is signed by who publishes it: a key of another site proves nothing of this one. */
async function signatureProof(card: object, { url, context }: { readonly url: string; readonly context: WalkContext }) {
  const signatures = cardSignatures(card)
  if (signatures.length === 0) return []
  const { origin } = new URL(url)
  const site = siteOf(url)
  const named = signatures.flatMap((one) => (isSignature(one) ? (decodeHeader(one.protected)?.jku ?? []) : []))
  const own = named.find((jku) => URL.parse(jku)?.origin === origin)
  const proof = (holds: boolean, checked: string): readonly PublishedProof[] => [{ kind: 'signature', holds, checked }]
  if (own === undefined && named.length > 0) return proof(false, `Its signature names a key that is not of ${site}.`)
  const keys = await readKeys(own ?? new URL('/.well-known/jwks.json', url).href, { url, context })
  if (keys === undefined) return proof(false, `The keys of ${site} that its signature names can't be read.`)
  const { valid, signatures: verdicts } = await verifyCard(card, keys)
  if (valid) return proof(true, `Its signature fits a key of ${site}.`)
  return proof(false, `No signature fits a key of ${site}: ${verdicts[0]?.reason ?? 'there is none'}.`)
}

async function readKeys(address: string, { url, context }: { readonly url: string; readonly context: WalkContext }) {
  const limits = { maxBytes: 65_536, redirects: 0 }
  const found = await readDocument(address, { ...context, from: url, ...limits }).catch(ifCoded(undefined))
  const { keys } = recordOf(found && jsonOf(found.text))
  return Array.isArray(keys) ? { keys: keys.filter(isRecord) as KeySet['keys'] } : undefined
}

function siteOf(url: string): string {
  return new URL(url).origin.replace(/^https?:\/\//, '')
}
