import type { Snapshot } from '../claims/evidence.ts'
import { checkSynthesis } from './check-synthesis.ts'
import { citationsOf } from './citations.ts'
import { convergenceWords } from './convergence-words.ts'
import { counted, escapeMarkdown, wikiLink } from './markdown-text.ts'
import type { Synthesis } from './types.ts'

export type KnowledgeCreated = {
  readonly literatureNotes: readonly string[]
  readonly zettels: readonly string[]
}

export type RenderOptions = {
  readonly date: string
  /** Of the documents: each quotation is checked against them again. */
  readonly snapshots: readonly Snapshot[]
  readonly knowledge?: KnowledgeCreated | undefined
  /** Sources that did not take part, as sentences. */
  readonly skipped?: readonly string[] | undefined
}

const keyFindings = 6

/** The summary of a run as Markdown (DIP-0021 §3.5), without what rests on quotations that the snapshots lack. */
export function renderSummary(synthesis: Synthesis, { snapshots, knowledge }: RenderOptions): string {
  const { synthesis: checked } = checkSynthesis(synthesis, snapshots)
  const citations = citationsOf(checked)
  const findings = checked.findings
    .slice(0, keyFindings)
    .map(
      ({ text, evidence, convergence }) =>
        `- ${escapeMarkdown(text)}${citations.marks(evidence)} (${convergenceWords(convergence)})`,
    )
  const answers = citations.answers()
  const read = checked.sources.filter(({ read, path }) => read && path === undefined).length
  const lines = [
    `## Research: ${escapeMarkdown(checked.topic)}`,
    '',
    ...(answers.length === 0 ? [] : ['### Answers', '', ...answers, '']),
    '### Key Findings',
    '',
    ...(findings.length === 0 ? ['- None of the sources says anything that could be quoted.'] : findings),
    '',
    '### Knowledge Created',
    '',
    `- Literature notes: ${links(knowledge?.literatureNotes)}`,
    `- Zettels: ${links(knowledge?.zettels)}`,
    `- ${counted(read, 'source')} processed, ${counted(knowledge?.zettels.length ?? 0, 'zettel')} created`,
    '',
    '### Suggested Next Actions',
    '',
    ...(checked.actionItems.length === 0
      ? ['- None']
      : checked.actionItems.map((item) => `- [ ] ${escapeMarkdown(item)}`)),
    '',
    ...citations.notes(),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

function links(paths: readonly string[] = []): string {
  return paths.length === 0 ? 'none' : paths.map((path) => wikiLink(path)).join(', ')
}
