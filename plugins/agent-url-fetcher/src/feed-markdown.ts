import { htmlMarkdown, oneLine } from '@datacortex/content'
import { type Feed, type FeedEntry, readFeed } from '@datacortex/text/xml'

export type FeedMarkdown = { readonly title: string; readonly text: string }

/** A feed as Markdown; undefined if it is none, has no entries, or declares entities of its own. */
export function feedMarkdown(xml: string, { base }: { base: string }): FeedMarkdown | undefined {
  const feed = feedOf(xml, base)
  if (feed === undefined || feed.entries.length === 0) return undefined
  const entries = feed.entries.slice(0, maxEntries).map((entry) => entryMarkdown(entry, base))
  return { title: inline(feed.title), text: entries.join('\n\n') }
}

const maxEntries = 500

function feedOf(xml: string, base: string): Feed | undefined {
  try {
    return readFeed(xml, { base })
  } catch {
    // The parser throws plain errors about every kind of broken XML.
    return undefined
  }
}

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
