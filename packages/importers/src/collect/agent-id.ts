import { plainLetters } from '@datacortex/registry'

/**
 * The id of a name: lower case with hyphens, dots kept; undefined without letters and digits, never `user`.
 * @example agentId('Tide Watcher') // 'tide-watcher'
 */
export function agentId(name: string): string | undefined {
  const id = plainLetters(name.slice(0, longestId * 4))
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1-$2')
    .toLowerCase()
    .slice(0, longestId)
    .replaceAll(/[^\p{L}\p{M}\p{N}.]+/gu, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/-*\.-+|-+\.-*/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
  // The rules of who may call whom know `user` as the person.
  return id === '' ? undefined : id === 'user' ? 'user-agent' : id
}

const longestId = 128
