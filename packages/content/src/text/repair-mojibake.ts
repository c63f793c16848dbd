import { utf8Text } from '@datacortex/text'

/** Repairs UTF-8 decoded as Latin-1 and encoded again, only where C1 controls prove it: `â\x80\x94` becomes `—`. */
export function repairMojibake(text: string): string {
  if (!proof.test(text)) return text
  return text.replaceAll(
    sequences,
    (sequence) => utf8Text(Uint8Array.from(sequence, (character) => character.charCodeAt(0))) ?? sequence,
  )
}

const proof = /[\u00c2-\u00f4][\u0080-\u009f]/
const sequences = /[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}/g
