// A capital of its own in every alphabet but Turkish; elsewhere its capital is that of `i`.
const dotless = 'ı'

/** Text in which characters that differ only in case are the same, character by character and of the same length. */
export function foldCase(text: string): string {
  // oxlint-disable-next-line no-control-regex
  if (/^[\u0000-\u007F]*$/.test(text)) return text.toLowerCase()
  let folded = ''
  for (const character of text) folded += foldCharacter(character)
  return folded
}

function foldCharacter(character: string): string {
  if (character === dotless) return character
  // By way of the capital, because ſ and s, or ς and σ, have only that in common.
  const upper = character.toUpperCase()
  const lower = (upper.length === character.length ? upper : character).toLowerCase()
  return lower.length === character.length ? lower : character
}

// Between these and Latin words people write no blanks: `\bPDF\b` shall be found in 请翻译PDF文件 and in PDF를, as ever.
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u
const letter = /[\p{L}\p{M}\p{N}]/u

/** Whether a character beyond ASCII is part of words that blanks part. */
export function isWordLetter(character: string): boolean {
  return character > '\u007F' && letter.test(character) && !unspaced.test(character)
}
