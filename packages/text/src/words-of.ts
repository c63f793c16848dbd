/**
 * The words of a text in lower case and normal form C, in order: letters with their marks, and digits.
 *
 * @example wordsOf("Don't panic: 42!") // ['don', 't', 'panic', '42']
 */
export function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}
