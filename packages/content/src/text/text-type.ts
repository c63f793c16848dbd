import { jsonOf } from '@datacortex/platform'

export type TextHints = {
  /** Whether the beginning is all of it. */
  readonly isWhole: boolean
  readonly tail: string
  /** Of the name, without the dot. */
  readonly ending: string
  readonly declared: string
}

/** The media type of a text by its shape. `hints`: break ties only. */
export function textType(head: string, hints: TextHints): string {
  const text = head.replace(/^\ufeff/, '').trimStart()
  const { ending, declared } = hints
  return (
    markupType(text, hints) ??
    jsonType(text, hints) ??
    (/^WEBVTT(?:\s|$)/.test(text) ? 'text/vtt' : undefined) ??
    (/^\d+\s*\n\d\d:\d\d:\d\d[,.]\d{3} --> /.test(text) ? 'application/x-subrip' : undefined) ??
    (/^BEGIN:VCALENDAR\s/.test(text) ? 'text/calendar' : undefined) ??
    byEnding[ending] ??
    (hasFrontMatter(text) && !declared.includes('yaml') ? 'text/markdown' : undefined) ??
    (isOrg(text) ? 'text/org' : undefined) ??
    (markdownSigns(text) >= 2 ? 'text/markdown' : undefined) ??
    delimitedType(text) ??
    (declared === 'text/markdown' || declared === 'text/csv' || declared === 'text/org' ? declared : 'text/plain')
  )
}

/** Endings of texts that have no sure sign of their own. */
const byEnding: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  markdown: 'text/markdown',
  mdown: 'text/markdown',
  org: 'text/org',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  tab: 'text/tab-separated-values',
  yaml: 'application/yaml',
  yml: 'application/yaml',
}

function markupType(text: string, { ending, declared }: TextHints): string | undefined {
  if (!text.startsWith('<')) return declaredPage(text, declared)
  const start = text
    .slice(0, 4000)
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .trimStart()
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!doctype\s+html|<html[\s>])/i.test(start)) return 'text/html'
  const root = /^(?:<\?[^>]*>\s*|<!doctype[^>]*>\s*)*<(?:[\w-]+:)?([\w-]+)/i.exec(start)?.[1]?.toLowerCase()
  if (root === 'rss' || root === 'rdf') return 'application/rss+xml'
  if (root === 'feed') return 'application/atom+xml'
  if (root === 'svg') return 'image/svg+xml'
  if (text.startsWith('<?xml')) return 'application/xml'
  if (htmlTags.test(start)) return ending === 'md' ? 'text/markdown' : 'text/html'
  return declaredPage(text, declared)
}

const htmlTags =
  /^<(?:head|body|title|meta|link|script|style|div|p|h[1-6]|table|article|section|main|header|nav|ul|ol|span|a|br|img|form|iframe|center|font|b|i)[\s/>]/i

/** Some servers send text before the first tag. */
function declaredPage(text: string, declared: string): string | undefined {
  const isDeclared = declared === 'text/html' || declared === 'application/xhtml+xml'
  return isDeclared && /<(?:html|head|body|div|p|table|script|meta)[\s>]/i.test(text) ? 'text/html' : undefined
}

function jsonType(text: string, { isWhole, tail, ending }: TextHints): string | undefined {
  if (!/^[{[]/.test(text)) return undefined
  if (isWhole && parses(text)) return 'application/json'
  const [first = '', second = ''] = text.split('\n').filter((line) => line.trim() !== '')
  if (first.trim().startsWith('{') && parses(first) && (parses(second) || ending === 'jsonl' || ending === 'ndjson'))
    return 'application/x-ndjson'
  const closes = /[}\]]\s*$/.test(tail) && /^(?:\{\s*(?:"|\})|\[\s*[{["\d\]tfn-])/.test(text)
  return !isWhole && closes ? 'application/json' : undefined
}

function parses(text: string): boolean {
  return jsonOf(text) !== undefined
}

/** Fields at the very start, as notes have them. A stream of YAML has fields behind the second line of dashes too. */
function hasFrontMatter(text: string): boolean {
  const opening = /^---[ \t]*\r?\n[\w-]+:(?:\s|$)/.exec(text)
  if (opening === null) return false
  const closing = /^(?:---|\.\.\.)[ \t]*\r?$/m.exec(text.slice(opening[0].length))
  if (closing === null) return false
  const body = text.slice(opening[0].length + closing.index + closing[0].length)
  return !/^\s*(?:---|[\w-]+:(?:\s|$))/.test(body)
}

function isOrg(text: string): boolean {
  if (/^#\+(?:title|author|date|options|startup|filetags|property|begin_\w+):?/im.test(text.slice(0, 2000))) return true
  return (
    /^\*+ (?:TODO|DONE|NEXT|WAITING) /m.test(text) ||
    /^[ \t]*:PROPERTIES:[ \t]*\n(?:[ \t]*:[\w-]+:.*\n){0,50}[ \t]*:END:/m.test(text)
  )
}

/** How many kinds of Markdown's marks there are. Each is found in one pass, or within bounds, whatever the text is. */
function markdownSigns(text: string): number {
  const signs = [
    /^#{1,6} \S/m,
    /^(?:```|~~~)[\w-]*\s*$/m,
    /\[[^\]\n]{1,300}\]\((?:https?:|\.{0,2}\/|#)[^)\n]{0,2000}\)/,
    /^ {0,3}[-*+] \S.*\n {0,3}[-*+] \S/m,
    /^> \S/m,
    /^(?=.*\|)(?=.*---)[ \t|:-]+$/m,
    /\*\*[^*\n]+\*\*/,
    /^---\n[\w-]+:[\s\S]*?\n---$/m,
  ]
  return signs.filter((sign) => sign.test(text)).length
}

/** Rows with the same number of fields: at least three of them, in at least two columns. */
function delimitedType(text: string): string | undefined {
  const lines = text
    .split('\n')
    .slice(0, 20)
    .filter((line) => line.trim() !== '')
  const whole = lines.length === 20 ? lines.slice(0, -1) : lines
  for (const [delimiter, type] of delimiters) {
    const counts = whole.map((line) => line.replaceAll(/"(?:[^"]|"")*"/g, '').split(delimiter).length)
    const [fields = 1] = counts
    const isRegular = counts.length >= 3 && counts.every((count) => count === fields)
    // Commas of prose have a space behind them.
    const isProse = delimiter === ',' && (text.match(/, /g)?.length ?? 0) > (text.match(/,(?! )/g)?.length ?? 0)
    if (fields >= 2 && isRegular && !isProse) return type
  }
  return undefined
}

const delimiters = [
  ['\t', 'text/tab-separated-values'],
  [',', 'text/csv'],
  [';', 'text/csv'],
] as const
