import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing, readTextFile } from '@datacortex/platform'
import type { DailyNote } from './day-note.ts'
import { javaFormat, momentFormat } from './moment-format.ts'

/**
 * The journal page of a day as Logseq would make it: folder and formats of `logseq/config.edn`, and the block with
 * `template::` that `:default-templates {:journals …}` names. Undefined if this is no graph of Logseq.
 * @example (await logseqDay(root, new Date(2026, 0, 31)))?.path // 'journals/2026_01_31.md'
 */
export async function logseqDay(root: string, day: Date): Promise<DailyNote | undefined> {
  const config = await readTextFile(join(root, 'logseq', 'config.edn'), { maxBytes: 1_000_000 })
  if (!config.ok) return undefined
  const settings = config.text.replaceAll(/("(?:[^"\\]|\\.)*")|;.*/g, '$1')
  const setting = (key: string, otherwise: string): string =>
    new RegExp(`${key}\\s+"([^"\\n]+)"`).exec(settings)?.[1] ?? otherwise
  const format = javaFormat(setting(':journal/file-name-format', 'yyyy_MM_dd'))
  const path = `${setting(':journals-directory', 'journals')}/${momentFormat(day, format)}.md`
  const [, template] = /:default-templates\s*\{[^}]*:journals\s+"([^"\n]+)"/.exec(settings) ?? []
  if (template === undefined) return { path, text: '', remarks: [] }
  const block = await templateBlock(join(root, setting(':pages-directory', 'pages')), template)
  if (block === undefined) return { path, text: '', remarks: [`No page has a block with template:: ${template}.`] }
  const title = javaFormat(setting(':journal/page-title-format', 'MMM do, yyyy'))
  const page = (days: number): string =>
    `[[${momentFormat(new Date(day.getFullYear(), day.getMonth(), day.getDate() + days), title)}]]`
  const values: Readonly<Record<string, string>> = {
    today: page(0),
    'current page': page(0),
    yesterday: page(-1),
    tomorrow: page(1),
    time: momentFormat(day, 'HH:mm'),
  }
  const text = block.replaceAll(/<%([^%\n]*)%>/g, (sign, said: string) => values[said.trim().toLowerCase()] ?? sign)
  const remarks = text.includes('<%') ? ['The template has dates in words, which stay as text.'] : []
  return { path, text, remarks }
}

/** No graph has more pages than this that is searched for one template. */
const mostPages = 20_000

async function templateBlock(pages: string, template: string): Promise<string | undefined> {
  const names: string[] = []
  const folder = await opendir(pages).catch(ifMissing(undefined))
  if (folder === undefined) return undefined
  for await (const entry of folder)
    if (entry.isFile() && /\.md$/i.test(entry.name) && names.push(entry.name) >= mostPages) break
  const isUsual = (name: string): number => Number(!/^templates?\.md$/i.test(name))
  names.sort((one, other) => isUsual(one) - isUsual(other) || (one < other ? -1 : 1))
  for (const name of names) {
    const read = await readTextFile(join(pages, name), { maxBytes: 1_000_000 })
    const block = read.ok ? blockOf(read.text.split(/\r?\n/), template) : undefined
    if (block !== undefined) return block
  }
  return undefined
}

/** The block that has the property, with its children, or these alone. */
function blockOf(lines: readonly string[], template: string): string | undefined {
  const named = lines.findIndex((line) => /^\s*(?:[-*]\s+)?template::(.*)$/i.exec(line)?.[1]?.trim() === template)
  const start = lines.findLastIndex((line, index) => index <= named && /^\s*[-*]\s/.test(line))
  if (start === -1) return undefined
  const depth = indent(lines[start])
  const after = lines.findIndex((line, index) => index > start && line.trim() !== '' && indent(line) <= depth)
  // Identities of blocks are those of the template.
  const block = lines.slice(start, after === -1 ? undefined : after).filter((line) => !/^\s*id::/i.test(line))
  const child = block.findIndex((line, index) => index > 0 && /^\s*[-*]\s/.test(line))
  const [own, children] = child === -1 ? [block, []] : [block.slice(0, child), block.slice(child)]
  const isProperty = (line: string): boolean => /^\s*(?:[-*]\s+)?(?:template|template-including-parent)::/i.test(line)
  const isAlone = own.some((line) => /template-including-parent::\s*false/i.test(line))
  const first = own.filter((line) => !isProperty(line))
  // A property that stood on the line of the dash leaves it to what follows.
  if (first[0] !== undefined && !/^\s*[-*]\s/.test(first[0])) first[0] = `${' '.repeat(depth)}- ${first[0].trim()}`
  const kept = isAlone ? children : [...first, ...children]
  const shift = indent(kept[0])
  const text = kept.map((line) => line.slice(Math.min(shift, indent(line)))).join('\n')
  return `${text.trimEnd()}\n`
}

function indent(line = ''): number {
  return line.length - line.trimStart().length
}
