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

const word = String.raw`[\p{L}\p{M}\p{N}_@#%-]+`
// One part without a colon in front of it is what people write before a sentence, as in `note: call the harbour`.
const unclosed = String.raw`(?::${word}(?::${word})*|${word}(?::${word})+:)`
const atStart = new RegExp(String.raw`^${unclosed}(?=\s|$)`, 'u')
const atEnd = new RegExp(String.raw`(?<=^|\s)${unclosed}\s*$`, 'u')

/** What stands where tags stand, and would be some if it had a colon at both ends: `Tides :AI:research`. */
export function unclosedTags(text: string): readonly { readonly written: string; readonly path: readonly string[] }[] {
  const [first = ''] = text.split('\n', 1)
  const written = [atStart.exec(first.slice(0, room)), atEnd.exec(first.slice(-room)), atEnd.exec(text.slice(-room))]
  return [...new Set(written.flatMap((found) => found?.[0].trim() ?? []))].map((one) => ({
    written: one,
    path: tagPath(one),
  }))
}

/** Tags stand at an edge: the middle of a long line is not searched. */
const room = 500
