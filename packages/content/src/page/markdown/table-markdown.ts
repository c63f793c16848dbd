import { inlineMarkdown } from './inline-markdown.ts'

/** A table as Markdown; undefined if it only arranges a page. */
export function tableMarkdown(table: Element, options: { readonly base: string }): string | undefined {
  if (table.querySelector('table, ul, ol, pre, h1, h2, h3, blockquote') !== null) return undefined
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.children]
      .filter(({ localName }) => localName === 'td' || localName === 'th')
      .flatMap((cell) => [
        inlineMarkdown([...cell.childNodes], options)
          .replaceAll(/\s+/g, ' ')
          .replaceAll('|', String.raw`\|`),
        ...Array.from(
          { length: Math.min(20, Math.max(1, Number(cell.getAttribute('colspan') ?? 1) || 1)) - 1 },
          () => '',
        ),
      ]),
  )
  const filled = rows.filter((cells) => cells.some((cell) => cell !== ''))
  const width = filled.reduce((most, { length }) => Math.max(most, length), 0)
  if (filled.length < 2 || width < 2 || width > 100) return undefined
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`
  const [head = [], ...body] = filled
  const caption = table.querySelector('caption')
  const title = caption === null ? '' : inlineMarkdown([...caption.childNodes], options)
  const lines = [line(head), line(Array.from({ length: width }, () => '---')), ...body.map(line)].join('\n')
  return title === '' ? lines : `${title}\n\n${lines}`
}
