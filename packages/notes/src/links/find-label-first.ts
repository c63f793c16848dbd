import { type LinkTarget, type ResolvableLink, firstFolder, LinkResolver } from './link-resolver.ts'

/** First folders, empty for the root, whose wiki-links are written `[[label|target]]`, as in Dendron. */
export function findLabelFirst(notes: Iterable<LinkTarget & { readonly links: readonly ResolvableLink[] }>) {
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
