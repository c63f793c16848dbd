/** Repairs UTF-8 that somebody decoded as Latin-1 and encoded again: `â\x80\x94` becomes `—`. */
export function repairMojibake(text: string): string {
  if (!proof.test(text)) return text
  return text.replaceAll(sequences, (sequence) => {
    const bytes = Uint8Array.from(sequence, (character) => character.charCodeAt(0))
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch (error) {
      if (error instanceof TypeError) return sequence
      throw error
    }
  })
}

const proof = /[\u00c2-\u00f4][\u0080-\u009f]/
const sequences = /[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}/g
