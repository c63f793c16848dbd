import { checkSynthesis } from './check-synthesis.ts'
import { type Citations, citationsOf, sourceLink } from './citations.ts'
import { convergenceWords, echoWords } from './convergence-words.ts'
import { counted, escapeMarkdown, markdownTable } from './markdown-text.ts'
import type { RenderOptions } from './render-summary.ts'
import type { ResearchFinding, Synthesis } from './types.ts'

/** The report of a run as Markdown; what the snapshots do not prove is left out (DIP-0021 §3.5). */
export function renderReport(synthesis: Synthesis, { date, snapshots, skipped = [] }: RenderOptions): string {
  const { synthesis: checked, dropped } = checkSynthesis(synthesis, snapshots)
  const citations = citationsOf(checked)
  const byStrength = Map.groupBy(checked.findings, ({ convergence }) => convergence.independent >= 2)
  const [strong = [], single = []] = [true, false].map((isStrong) => byStrength.get(isStrong))
  const sections: readonly (readonly string[])[] = [
    opening(checked, date),
    section('Answers', 'What was asked comes first, with the best passage of what was read.', citations.answers()),
    section(
      'High Convergence Findings',
      'What several sources say independently of each other comes first.',
      strong.flatMap((finding) => findingLines(finding, citations)),
    ),
    section(
      'Further Findings',
      strong.length === 0
        ? 'Each of these rests on one independent source so far.'
        : 'Beside that, there are statements that rest on one independent source so far.',
      single.flatMap((finding) => findingLines(finding, citations)),
    ),
    section('Echoes', 'Some of what looks like agreement is repetition.', echoLines(checked)),
    section(
      'Contradictions',
      'Not everything fits together. Which side is right is not decided here.',
      contradictionLines(checked, citations),
    ),
    section('Figures', 'The sources of metrics add these numbers.', tableLines(checked, citations)),
    section(
      'Gaps',
      'That leaves questions open.',
      [...checked.gaps, ...skipped].map((gap) => `- ${escapeMarkdown(gap)}`),
    ),
    section(
      'Suggested Next Actions',
      'From here, these steps would help most.',
      checked.actionItems.map((item) => `- [ ] ${escapeMarkdown(item)}`),
    ),
    section(
      'Evidence',
      'Each quotation stands word for word in the text that was read, at these characters.',
      evidenceTable(checked, citations),
    ),
    section('Sources', 'These are all the documents that took part.', sourceTable(checked)),
    dropped.length === 0 ? [] : [`*${dropped.length} citations were left out, because ${lost}.*`, ''],
    citations.notes(),
  ]
  return `${sections.flat().join('\n').trimEnd()}\n`
}

const lost = 'their words no longer stand in the texts that were read'

function opening({ topic, opening, findings, sources }: Synthesis, date: string): readonly string[] {
  const read = sources.filter(({ read, path }) => read && path === undefined).length
  const front = [
    '---',
    `title: ${JSON.stringify(`Research: ${topic}`)}`,
    'type: research-report',
    `topic: ${JSON.stringify(topic)}`,
    `date: ${date}`,
    `sources: ${read}`,
    `findings: ${findings.length}`,
    '---',
    '',
  ]
  const lead =
    opening ??
    `What is known about ${topic}? ${counted(read, 'source was', 'sources were')} read for this report, and ${counted(findings.length, 'statement')} came out of them.`
  return [...front, `# Research: ${escapeMarkdown(topic)}`, '', escapeMarkdown(lead), '']
}

/** Empty if there is nothing to say under the heading. */
function section(heading: string, transition: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${heading}`, '', transition, '', ...lines, '']
}

function findingLines({ text, evidence, convergence, authority, local }: ResearchFinding, citations: Citations) {
  const notes = [...new Set(local.map((id) => citations.sourceOf(id)).filter((source) => source !== undefined))]
  const yours =
    notes.length === 0 ? '' : ` Your notes say so too: ${notes.map(sourceLink).join(', ')}.${citations.marks(local)}`
  return [
    `- ${escapeMarkdown(text)}${citations.marks(evidence)}${yours}`,
    `  - ${convergenceWords(convergence)}; authority ${authority}`,
  ]
}

function echoLines({ findings, sources }: Synthesis): readonly string[] {
  const copies = sources.filter(({ copyOf }) => copyOf !== undefined).length
  const lines = findings.flatMap(({ text, convergence }) =>
    echoWords(convergence).map(
      (words) => `- ${escapeMarkdown(words)}: ${escapeMarkdown(text.length > 120 ? `${text.slice(0, 120)}…` : text)}`,
    ),
  )
  return copies === 0
    ? lines
    : [...lines, `- ${counted(copies, 'document is a copy', 'documents are copies')} of another one.`]
}

function contradictionLines({ contradictions }: Synthesis, citations: Citations): readonly string[] {
  return contradictions.flatMap(({ kind, a, b, local }) => {
    const [first, second] = [citations.sourceOf(a), citations.sourceOf(b)]
    if (first === undefined || second === undefined) return []
    const what = kind === 'number' ? 'Different numbers' : 'One says what the other denies'
    const where = local ? ' **Contradicts your existing note**; worth re-evaluating.' : ''
    return [
      `- Possible contradiction. ${what}.${where}`,
      `  - ${sourceLink(first)}: ${citations.quote(a)}${citations.marks([a])}`,
      `  - ${sourceLink(second)}: ${citations.quote(b)}${citations.marks([b])}`,
    ]
  })
}

function tableLines({ tables }: Synthesis, citations: Citations): readonly string[] {
  return tables.flatMap(({ sourceId, title, columns, rows, more }) => [
    `### ${escapeMarkdown(title)}`,
    '',
    markdownTable([columns.map(escapeMarkdown), ...rows.map((row) => row.map(escapeMarkdown))]),
    '',
    `Source: ${citations.source(sourceId)}${more === 0 ? '' : `; ${counted(more, 'more row')}`}`,
    '',
  ])
}

function evidenceTable({ evidence }: Synthesis, citations: Citations): readonly string[] {
  if (evidence.length === 0) return []
  const rows = evidence.map(({ id, sourceId, start, end, snapshotSha256 }) => [
    id,
    citations.quote(id),
    tableCell(citations.source(sourceId)),
    `${start}–${end}`,
    `\`${snapshotSha256.slice(0, 12)}\``,
  ])
  return [markdownTable([['Id', 'Quotation', 'Source', 'Characters', 'Text'], ...rows])]
}

function sourceTable({ sources }: Synthesis): readonly string[] {
  if (sources.length === 0) return []
  const rows = sources.map((source) => {
    const own = source.read ? 'read' : source.metrics === true ? 'figures' : 'not read'
    const state = source.copyOf === undefined ? own : 'copy'
    return [
      tableCell(sourceLink(source)),
      escapeMarkdown(source.publishedAt?.slice(0, 10) ?? ''),
      source.authority,
      source.routes.map(escapeMarkdown).join(', '),
      state,
    ]
  })
  return [markdownTable([['Source', 'Published', 'Authority', 'Found by', 'State'], ...rows])]
}

/** The bar of a wiki link would end the cell. */
function tableCell(link: string): string {
  return link.startsWith('[[') ? link.replace('|', String.raw`\|`) : link
}
