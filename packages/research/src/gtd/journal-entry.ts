import { plainLine } from './plain-line.ts'

/** What the journal of a day says about a run. */
export type JournalEntry = {
  readonly run: string
  readonly topic: string
  /** One sentence. */
  readonly summary: string
  /** Paths relative to the space, without `.md`. */
  readonly links: readonly string[]
}

/** Adds a run to the journal of a day, once: the block id at its end, `^r-…`, says which run it is. */
export function addJournalEntry(text: string, entry: JournalEntry, { date }: { date: string }): string {
  const mark = `^${entry.run}`
  if (text.split(/\r?\n/).some((line) => line.endsWith(mark))) return text
  const feed = text.includes('\r\n') ? '\r\n' : '\n'
  const start = text === '' ? `# ${date}${feed}` : text.endsWith('\n') ? text : text + feed
  const links = entry.links.map((link) => `- [[${link}]]`)
  const lines = [
    '',
    `## Research: ${plainLine(entry.topic)}`,
    '',
    ...links,
    '',
    `${plainLine(entry.summary)} ${mark}`,
    '',
  ]
  return start + lines.join(feed)
}
