import { htmlMarkdown, oneLine } from '@datacortex/content'
import { attempt } from '@datacortex/errors'
import { type FeedEntry, readFeed } from '@datacortex/text/xml'

/** A feed as Markdown; undefined if it is none, has no entries, or declares entities of its own. */
export function feedMarkdown(xml: string, { base }: { base: string }) {
  // The parser throws plain errors about every kind of broken XML.
  const feed = attempt(
    () => readFeed(xml, { base }),
    () => undefined,
  )
  if (feed === undefined || feed.entries.length === 0) return undefined
  const entries = feed.entries.slice(0, maxEntries).map((entry) => entryMarkdown(entry, base))
  return { title: inline(feed.title), text: entries.join('\n\n') }
}

const maxEntries = 500

function entryMarkdown({ url, title, date, content }: FeedEntry, base: string): string {
  const label = (inline(title) || 'Entry').replaceAll(/[[\]]/g, String.raw`\$&`)
  const text = content === '' ? '' : htmlMarkdown(content, { base: url ?? base }).text.replaceAll(/^#+ /gm, '### ')
  return [`## ${url === undefined ? label : `[${label}](${url})`}`, inline(date), text]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Text of one line without HTML. */
function inline(text: string): string {
  return text.trim() === '' ? '' : oneLine(htmlMarkdown(text, { base: 'about:blank' }).text)
}
