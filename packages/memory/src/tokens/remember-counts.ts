/** A count of tokens that remembers sections: exact where a line feed joins only a blank or a slash, as in o200k. */
export function rememberCounts(count: (text: string) => number): (text: string) => number {
  const remembered = new Map<string, number>()
  let characters = 0
  const countSection = (section: string): number => {
    if (section.length < shortest) return count(section)
    const known = remembered.get(section)
    if (known !== undefined) return known
    const counted = count(section)
    if (characters + section.length > mostCharacters) {
      remembered.clear()
      characters = 0
    }
    remembered.set(section, counted)
    characters += section.length
    return counted
  }
  return (text) => {
    let total = 0
    for (const section of sectionsOf(text)) {
      // What follows a text in a longer one changes its last line only.
      const end = lastSafeEnd(section)
      total += countSection(section.slice(0, end)) + countSection(section.slice(end))
    }
    return total
  }
}

const mostCharacters = 8_000_000
/** Counting less than this takes no longer than looking it up. */
const shortest = 16

function sectionsOf(text: string): readonly string[] {
  const sections: string[] = []
  let start = 0
  for (let at = text.indexOf(boundary); at !== -1; at = text.indexOf(boundary, at + 1)) {
    sections.push(text.slice(start, at + boundary.length - 1))
    start = at + boundary.length - 1
  }
  return [...sections, text.slice(start)]
}

const boundary = '\n\n#'

function lastSafeEnd(section: string): number {
  for (let at = section.lastIndexOf('\n'); at > 0; at = section.lastIndexOf('\n', at - 1))
    if (/[^\s/]/.test(section.charAt(at + 1))) return at + 1
  return 0
}
