import { redact } from '@datacortex/errors'

/**
 * Words from outside as Markdown shows them, and as nothing else: no link, address, picture, tag, heading or HTML.
 * @example escapeMarkdown('[a](b)')
 */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .replaceAll(/[\\`*_[\]<>|~$^{}]/gu, String.raw`\$&`)
    .replaceAll('%%', String.raw`\%\%`)
    .replaceAll('==', String.raw`\=\=`)
    .replaceAll(/#(?=[\p{L}\p{N}_/-])/gu, String.raw`\#`)
    .replaceAll(/(?<=\p{L}):\/\//gu, String.raw`\://`)
    .replaceAll(/\bwww\.(?=\S)/giu, (match) => `${match.slice(0, 3)}${String.raw`\.`}`)
    .replaceAll(/(?<=[^\s\\])@(?=\S)/gu, String.raw`\@`)
    .replace(/^(?:[-+#]+(?=\s|$)|=+$)/u, String.raw`\$&`)
    .replace(/^(?<digits>\d{1,9})(?<mark>[.)])(?=\s|$)/u, String.raw`$<digits>\$<mark>`)
}

export function counted(amount: number, one: string, many = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`
}

/**
 * A link to a note or text of the space, with a label if there is one.
 * @example wikiLink('0-personal/a.md') // '[[0-personal/a]]'
 */
export function wikiLink(path: string, label = ''): string {
  return `[[${path.replace(/\.md$/u, '').replaceAll(/[[\]|#^]/gu, '')}${label === '' ? '' : `|${label}`}]]`
}

/** An address as the target of a link, without the keys in it; undefined unless it is of the web. */
export function linkTarget(url: string | undefined): string | undefined {
  const parsed = url === undefined ? null : URL.parse(url)
  if (parsed === null || !/^https?:$/u.test(parsed.protocol)) return undefined
  parsed.username = ''
  parsed.password = ''
  return redact(parsed.href).replaceAll(
    /[()<>\s\\|]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}

/**
 * A table, whose first row is its head.
 * @example markdownTable([['who', 'runs'], ['writer', '3']])
 */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n')
}
