/**
 * A text without the characters at its end that are of a set. A regular expression that is bound to the end, such as
 * `/ +$/`, begins anew at each of many blanks within the text.
 * @param characters - Those to take away, each of one UTF-16 unit.
 * @example withoutEnd('a/b//', '/') // 'a/b'
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
