import { basename } from 'node:path'

/** The name of a program that a word of a command may be, without folder, ending and case. */
export function programOf(word: string): string {
  return basename(word.replaceAll('\\', '/'))
    .replace(/\.(?:exe|cmd|bat|ps1)$/i, '')
    .toLowerCase()
}
