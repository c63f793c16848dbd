import { normaliseTag } from '@datacortex/registry'

// A person writes a handful; more is not a list of tags.
const mostParts = 64

/** A compound tag as the path of its parts, in the form in which tags are compared. */
export function tagPath(tag: string): readonly string[] {
  const parts: string[] = []
  for (const part of tag.slice(0, 10_000).split(/[:,\s]+/u)) {
    const normal = normaliseTag(part).normalize('NFC')
    if (normal !== '' && parts.length < mostParts) parts.push(normal)
  }
  return parts
}

/** A path as it is shown: `:ai:research:`. */
export function tagText(path: readonly string[]): string {
  return `:${path.join(':')}:`
}
