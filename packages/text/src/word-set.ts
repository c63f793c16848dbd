/**
 * Words to look up, from lists with a blank between two.
 * @example wordSet('the a an', 'le la les').has('la') // true
 */
export function wordSet(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.join(' ').split(' '))
}
