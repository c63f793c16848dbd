/**
 * The one spelling of a path in a space, so that what is decided by a path is the same however somebody wrote it:
 * without `.`, empty parts and `..`, in Unicode form NFC.
 *
 * It only looks at the text: links and what a disk takes for the same name are for anyone who opens the file.
 * @returns Relative to the space, empty for the space itself; undefined if it leaves the space or is absolute.
 * @example pathInSpace('./notes//a/../b.md') // 'notes/b.md'
 */
export function pathInSpace(path: string): string | undefined {
  if (/^(?:\/|[a-z]:[/\\])/i.test(path)) return undefined
  const parts: string[] = []
  for (const part of path.normalize('NFC').split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}
