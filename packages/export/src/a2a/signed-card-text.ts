import { isRecord, jsonOf } from '@datacortex/platform'
import { itemsOf } from '../publish/outside-fields.ts'
import { publishedJson } from '../publish/write-export.ts'
import { canonicalJson } from './canonical-json.ts'
import { decodeHeader, isSignature, verifyCard } from '@datacortex/protocols'
import { signCard } from './sign-card.ts'
import { type SigningKey, keySet } from './signing-key.ts'

type SignedTextOptions = {
  readonly keys: readonly SigningKey[]
  /** Where their public parts are published. */
  readonly jku: string
  readonly existing: string | undefined
}

/** The text of a signed card; the one that is there if it says the same under valid signatures of the same keys. */
export async function signedCardText(card: object, { keys, jku, existing }: SignedTextOptions): Promise<string> {
  if (existing !== undefined && (await isSame(existing, { card, keys, jku }))) return existing
  let signed = card
  for (const key of keys) signed = await signCard(signed, key, { jku })
  return publishedJson(signed)
}

async function isSame(
  existing: string,
  { card, keys, jku }: { card: object; keys: readonly SigningKey[]; jku: string },
): Promise<boolean> {
  const found = jsonOf(existing)
  if (!isRecord(found)) return false
  const { signatures, ...content } = found
  // The text too must be the one we write, so that an edit by hand is undone.
  if (existing !== publishedJson({ ...card, signatures }) || canonicalJson(content) !== canonicalJson(card))
    return false
  const headers = itemsOf(signatures).map((one) => (isSignature(one) ? decodeHeader(one.protected) : undefined))
  if (headers.length !== keys.length || keys.some(({ kid }, index) => headers[index]?.kid !== kid)) return false
  if (headers.some((header) => header?.jku !== jku)) return false
  const { signatures: verdicts } = await verifyCard(found, keySet(keys))
  return verdicts.every(({ valid }) => valid)
}
