import { fenceFor, neutraliseMarkdown, safeLink } from '@datacortex/content'
import type { Block, Content, Headline, List, Nodes, Section, Table } from 'orga'
import { markdownTable } from './markdown-table.ts'
import { orgProperties, withoutDrawers } from './org-properties.ts'

export function orgBlocks(nodes: readonly Content[], source: string): readonly string[] {
  return nodes.flatMap((node) => blockOf(node, source)).filter((block) => block.trim() !== '')
}

/** Org that was not parsed, as a text that is shown as it is. */
export function plainBlock(source: string): string {
  const text = withoutDrawers(source)
  const [, stars = '', rest = text] = /^(\*{1,6})\** ([\s\S]*)$/.exec(text) ?? []
  const [first = '', ...lines] = rest.split('\n')
  if (stars === '') return escaped(neutraliseMarkdown(text).text)
  const [state, heading] = stateOf(neutraliseMarkdown(first).text)
  const body = escaped(neutraliseMarkdown(lines.filter((line) => !planningLine.test(line)).join('\n')).text)
  return `${'#'.repeat(stars.length)} ${state}${heading}\n\n${body}`.trim()
}

function blockOf(node: Content, source: string): readonly string[] {
  if (node.type === 'section') return sectionBlocks(node, source)
  if (node.type === 'paragraph') return [escaped(inline(node.children).trim())]
  if (node.type === 'list') return [listLines(node, 0).join('\n')]
  if (node.type === 'table') return [tableOf(node)]
  if (node.type === 'block') return [blockText(node)]
  if (node.type === 'hr') return ['---']
  if (node.type === 'latex') return [fenced(node.value, 'latex')]
  if (node.type === 'footnote') return [`[^${node.label}]: ${orgBlocks(node.children, source).join(' ')}`]
  // Properties and times are shown with their heading; a logbook is no content.
  return []
}

function sectionBlocks(section: Section, source: string): readonly string[] {
  const times = section.children
    .filter((child) => child.type === 'planning')
    .map((child) => ` (${sourceOf(child, source)})`)
    .join('')
  return section.children.flatMap((child) =>
    child.type === 'headline' ? [headingOf(child, times), orgProperties(section.properties)] : blockOf(child, source),
  )
}

/** The times stand in the heading: they are no sentence, and say of a thing to do until when. */
function headingOf({ level, keyword, tags, children }: Headline, times: string): string {
  const whole = inline(children).replaceAll(/\s+/g, ' ').trim()
  const [state, text] = keyword === undefined ? stateOf(whole) : [`**${keyword}** `, whole]
  const labels = (tags ?? []).map((tag) => ` #${tag}`).join('')
  return `${'#'.repeat(Math.min(6, level))} ${state}${text}${times}${labels}`.trim()
}

/** The states of usual workflows, of which the parser knows two. */
function stateOf(heading: string): readonly [state: string, text: string] {
  const [, state, text = ''] =
    /^(TODO|NEXT|STARTED|DOING|WAITING|HOLD|DONE|CANCELLED|CANCELED) (?=\S)(.*)$/s.exec(heading) ?? []
  return state === undefined ? ['', heading] : [`**${state}** `, text]
}

const planningLine = /^\s*(?:SCHEDULED|DEADLINE|CLOSED):\s*[<[]/

function listLines(list: List, depth: number): readonly string[] {
  const indent = '  '.repeat(Math.min(depth, 20))
  let number = 0
  return list.children.flatMap((child) => {
    if (child.type === 'list') return listLines(child, depth + 1)
    if (child.type !== 'list.item') return []
    number += 1
    const parts: readonly Nodes[] = child.children
    const box = parts.find((part) => part.type === 'list.item.checkbox')
    const mark = box === undefined ? '' : box.checked ? '[x] ' : '[ ] '
    const tag = child.tag === undefined ? '' : `**${child.tag}**: `
    const text = inline(child.children).replaceAll(/\s+/g, ' ').trim()
    return [`${indent}${list.ordered ? `${number}.` : '-'} ${mark}${tag}${text}`]
  })
}

function tableOf(table: Table): string {
  const rows = table.children.flatMap((row) =>
    row.type === 'table.row'
      ? [row.children.flatMap((cell) => (cell.type === 'table.cell' ? [inline(cell.children).trim()] : []))]
      : [],
  )
  return rows.length === 0 ? '' : markdownTable(rows)
}

function blockText({ name, params, value }: Block): string {
  const kind = name.toLowerCase()
  if (kind === 'comment') return ''
  if (kind === 'quote') return neutraliseMarkdown(value).text.replaceAll(/^/gm, '> ')
  if (kind === 'src' || kind === 'example' || kind === 'export')
    return fenced(value, kind === 'src' ? (params[0] ?? '') : '')
  return escaped(neutraliseMarkdown(value).text)
}

function fenced(value: string, language: string): string {
  const fence = fenceFor(value)
  return `${fence}${/^[\w+-]{1,30}$/.test(language) ? language : ''}\n${value.replace(/\n$/, '')}\n${fence}`
}

function inline(nodes: readonly Nodes[]): string {
  return nodes
    .map((node): string => {
      if (node.type === 'text') return styled(node.value, node.style)
      if (node.type === 'link') return linkOf(inline(node.children), node.path.value)
      if (node.type === 'newline') return '\n'
      if (node.type === 'footnote.reference')
        return node.label === '' ? ` (${inline(node.children)})` : `[^${node.label}]`
      return ''
    })
    .join('')
}

function styled(value: string, style: string | undefined): string {
  if (style === 'code' || style === 'verbatim') return `\`${value.replaceAll('`', "'")}\``
  const text = neutraliseMarkdown(value).text
  if (style === 'bold') return `**${text}**`
  if (style === 'italic') return `*${text}*`
  return style === 'strikeThrough' ? `~~${text}~~` : text
}

function linkOf(label: string, target: string): string {
  const link = safeLink(target)
  if (link === undefined) return label === '' ? neutraliseMarkdown(target).text : label
  return label === '' || label === target ? `<${link}>` : `[${label}](${link})`
}

function sourceOf(node: Nodes, source: string): string {
  const { start, end } = node.position ?? {}
  if (start === undefined || end === undefined) return ''
  const line = source.split('\n').at(start.line - 1) ?? ''
  const part = line.slice(start.column - 1, end.line > start.line ? undefined : end.column - 1)
  return neutraliseMarkdown(part.trim().replaceAll(/[<>[\]()]/g, '')).text
}

/** A text that is none of Markdown's blocks. */
function escaped(text: string): string {
  return text.replaceAll(/^(?=#{1,6}\s|[-+]\s|>|```|\|)/gm, '\\')
}
