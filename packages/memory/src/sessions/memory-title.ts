const mostCharacters = 120

/** The line that stands for a memory in a list: its key finding if it names one, else its first sentence. */
export function memoryTitle(summary: string): string {
  const finding = /^[ \t*-]*(?:key (?:finding|insight|lesson|learning)s?|finding|lesson|learned)\s*:\s*(\S.*)$/im.exec(
    summary,
  )
  const line = finding?.[1] ?? summary.trim().split(/\n|(?<=[.!?])\s/u, 1)[0] ?? ''
  const title = line.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '')
  return title.length <= mostCharacters ? title : `${title.slice(0, mostCharacters - 1).trimEnd()}…`.toWellFormed()
}
