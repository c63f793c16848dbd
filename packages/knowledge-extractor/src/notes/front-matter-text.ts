import type { parseYaml } from '@datacortex/platform/yaml'

/** The front matter of a note as YAML, in which numbers stay as somebody wrote them: `007` is a name, not 7. */
export function frontMatterText(document: ReturnType<typeof parseYaml>['document']): string {
  for (const [place, tag] of document.schema.tags.entries()) {
    const { stringify } = tag
    if (tag.collection !== undefined || stringify === undefined || !/:(?:int|float)$/.test(tag.tag)) continue
    const asWritten: typeof stringify = (item, ...rest) => item.source ?? stringify(item, ...rest)
    document.schema.tags[place] = { ...tag, stringify: asWritten }
  }
  return document.toString({ lineWidth: 0 })
}
