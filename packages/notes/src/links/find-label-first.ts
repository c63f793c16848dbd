import type { LinkTarget, ResolvableLink } from './link-resolver.ts'
import { firstFolder, LinkResolver } from './link-resolver.ts'

/**
 * Finds the first folders whose notes write the label of a link before its target, as Dendron does.
 *
 * A folder counts as such if of its links with a `|` more lead to a note by the second part alone than by the first.
 *
 * @returns Names of first folders, empty for the root, for the `labelFirst` option of {@link LinkResolver}.
 * @example new LinkResolver(notes, { labelFirst: findLabelFirst(notes) })
 * @see https://wiki.dendron.so/notes/3472226a-ff3c-432d-bf5d-10926f39f6c2/
 */
export function findLabelFirst(
  notes: Iterable<LinkTarget & { readonly links: readonly ResolvableLink[] }>,
): ReadonlySet<string> {
  const all = [...notes]
  const resolver = new LinkResolver(all)
  const balance = new Map<string, number>()
  for (const { path, links } of all)
    for (const { target, alias, syntax } of links) {
      if (syntax !== 'wiki' || alias === undefined) continue
      const folder = firstFolder(path)
      const bySecond = leads(resolver, path, alias.split('#')[0] ?? '')
      const vote = Number(bySecond) - Number(leads(resolver, path, target))
      balance.set(folder, (balance.get(folder) ?? 0) + vote)
    }
  return new Set([...balance].filter(([, votes]) => votes > 0).map(([folder]) => folder))
}

function leads(resolver: LinkResolver, from: string, target: string): boolean {
  return resolver.resolve(from, { target, syntax: 'wiki' }) !== undefined
}
