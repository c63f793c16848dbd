// Between these and Latin words people write no blanks: `\bPDF\b` shall be found in 请翻译PDF文件 and in PDF를, as ever.
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u
const letter = /[\p{L}\p{M}\p{N}]/u

/** Whether a character beyond ASCII is part of words that blanks part. */
export function isWordLetter(character: string): boolean {
  return character > '\u007F' && letter.test(character) && !unspaced.test(character)
}
