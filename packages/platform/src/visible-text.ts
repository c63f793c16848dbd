/**
 * A text from outside that a person decides about: whatever is no plain character is spelled out, so that nothing in it
 * moves the cursor, turns the direction of text or stays unseen.
 * @example visibleText('sh\u001b[8m') // 'sh\\u{1b}[8m'
 */
export function visibleText(text: string): string {
  return text.replaceAll(
    /[^\u0020-\u007e\u00a1-\u00ac\u00ae-\u024f]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}
