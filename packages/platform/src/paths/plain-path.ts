import { posix } from 'node:path'

/**
 * A relative path that somebody wrote, without `.` and `..`, as far as it stays where it begins. Names alone decide,
 * never what lies on the disk. A pattern and whatever leads out stay as they are.
 * @example plainPath('notes/../plans/a.md') // 'plans/a.md'
 */
export function plainPath(path: string): string {
  const isPlain = !path.split('/').some((part) => part === '.' || part === '..')
  if (isPlain || isPattern(path) || /^[/~]|^[a-z]:/i.test(path)) return path
  const plain = posix.normalize(path)
  return plain === '..' || plain.startsWith('../') ? path : plain
}

/**
 * Whether a path has signs of patterns.
 * @example isPattern('notes/*.md') // true
 */
export function isPattern(path: string): boolean {
  return /[*?[{]/.test(path)
}
