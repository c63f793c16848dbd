import { sha256 } from '@datacortex/platform'
import { isSwitchedOff } from '@datacortex/sources'
import type { ResearchPorts } from '../pipeline/research-ports.ts'
import type { ResearchResult } from '../pipeline/research-result.ts'
import { sourceLink } from '../synthesis/citations.ts'
import { counted, escapeMarkdown, wikiLink } from '../synthesis/markdown-text.ts'

export type BriefingOptions = {
  /** `2026-11-22` */
  readonly date: string
  readonly space: string
  readonly at: number
  readonly ports: Pick<ResearchPorts, 'writes' | 'readFile'>
  readonly signal: AbortSignal
}

/**
 * Writes the briefing of a day over an earlier one, unless a person changed that: then beside it. Its path.
 * @example await writeBriefing(body, { date: '2026-11-22', space: '0-personal', at: Date.now(), ports, signal })
 */
export async function writeBriefing(body: string, { date, space, at, ports, signal }: BriefingOptions) {
  for (let number = 1; ; number += 1) {
    const path = `${space}/content/reports/research-briefing-${date}${number === 1 ? '' : `-${number}`}.md`
    const before = await ports.readFile(path)
    if (before !== undefined && !isUntouched(before)) continue
    // One that says the same is not made younger.
    if (before?.endsWith(`\n---\n\n${body}`) === true) return path
    const head = [
      '---',
      `title: "Research briefing ${date}"`,
      'type: research-briefing',
      `created: ${new Date(at).toISOString()}`,
      `body_sha256: ${sha256(body)}`,
      'taint: external',
      '---',
      '',
      '',
    ].join('\n')
    const expected = before === undefined ? 'absent' : sha256(before)
    await ports.writes.write({ path, text: head + body, expected }, { signal })
    return path
  }
}

function isUntouched(text: string): boolean {
  const [, hash, body = ''] = /^---\n[^]*?\nbody_sha256: ([0-9a-f]{64})\n[^]*?\n---\n\n([^]*)$/.exec(text) ?? []
  return hash === sha256(body)
}

/** What came of a night (the JSON of `research --queue`). */
export type QueueResult = {
  readonly date: string
  /** Relative to the space; absent if nothing waited. */
  readonly briefing_path?: string | undefined
  readonly runs: readonly ResearchResult[]
  readonly failed: readonly { readonly topic: string; readonly reason: string }[]
  readonly podcasts: readonly NightPodcast[]
  /** Why there are not two of them. */
  readonly fewer_podcasts?: string | undefined
  /** Tasks that another night does, and why; `heading` as the file has it. */
  readonly waiting: readonly {
    readonly title: string
    readonly file: string
    readonly heading: string
    readonly reason: string
  }[]
  readonly cost: { readonly usd: number; readonly calls: number }
  readonly problems: readonly string[]
}

/** What is spoken of a night: the news of all topics, or one in depth. */
export type NightPodcast = {
  readonly kind: 'news' | 'deep dive'
  readonly topic: string
  readonly script_path: string
  /** Absent where nobody could speak it. */
  readonly audio_path?: string | undefined
}

const findingsEach = 3

/** A night's briefing as Markdown (DIP-0021 §3.2): what was found, to do, contradicts, and is missing and why. */
export function renderBriefing(result: QueueResult): string {
  const { date, runs, cost } = result
  const read = runs.reduce((sum, { sources }) => sum + sources.filter(wasRead).length, 0)
  const findings = runs.reduce((sum, run) => sum + run.findings.length, 0)
  const lines = [
    `# Research briefing ${date}`,
    '',
    `${counted(runs.length, 'topic')}, ${counted(findings, 'finding')} from ${counted(read, 'source')}, $${cost.usd.toFixed(2)}.`,
    ...briefingSections(result),
  ]
  return `${lines.join('\n')}\n`
}

/**
 * What stands below the first lines of a briefing; the night has more to say above it.
 * @example briefingSections(result).join('\n')
 */
export function briefingSections(result: QueueResult): readonly string[] {
  const { runs, failed, waiting, problems } = result
  const actions = [...new Set(runs.flatMap((run) => run.action_items))]
  const missing = [
    ...runs.flatMap(missingOf),
    ...failed.map(({ topic, reason }) => `${topic}: the run was stopped: ${reason}`),
    ...waiting.map(({ title, reason }) => `${title} waits for another night: ${reason}`),
    ...problems,
  ]
  const conflicts = runs.flatMap(({ contradictions }) =>
    contradictions.map(
      ({ a, b, local }) => `“${a.quote}” – ${local ? 'a note of yours' : 'another source'}: “${b.quote}”`,
    ),
  )
  return [
    ...runs.flatMap(topicLines),
    ...section('Podcasts', podcastLines(result)),
    ...section('Contradictions', conflicts.map(item)),
    ...section(
      'Suggested next actions',
      actions.map((action) => `- [ ] ${escapeMarkdown(action)}`),
    ),
    ...section('Missing', missing.length === 0 ? ['- Nothing'] : missing.map(item)),
  ]
}

function topicLines(result: ResearchResult): readonly string[] {
  const { topic, state, findings, quotations } = result
  const paths = [result.report_path ?? result.summary_path, result.audio_path]
  const links = paths.flatMap((path) => (path === undefined ? [] : [wikiLink(path)]))
  const shown = findings
    .slice(0, findingsEach)
    .map(
      ({ text, convergence, echo, evidence }) =>
        `- ${escapeMarkdown(text)} (${convergence} sources${echo ? ', an echo' : ''}): ${citedBy(evidence, result)}`,
    )
  const more = findings.length - shown.length
  const proof = `${quotations.verified} of ${counted(quotations.all, 'quotation')} stand in what was read.`
  return [
    '',
    `## ${escapeMarkdown(topic)}`,
    '',
    ...(shown.length === 0 ? ['- None of the sources says anything that could be quoted.'] : shown),
    ...(more > 0 ? [`- ${more} more in the report`] : []),
    '',
    `${state === 'partial' ? 'Ended early. ' : ''}${proof} ${links.join(', ')}`,
  ]
}

/** Who says it, as links; what they say was looked up in what was read. */
function citedBy(evidence: ResearchResult['findings'][number]['evidence'], { sources }: ResearchResult): string {
  const ids = new Set(evidence.map(({ source }) => source))
  return sources
    .flatMap((one) => (ids.has(one.id) ? [sourceLink({ ...one, path: undefined, note: undefined })] : []))
    .join(', ')
}

function podcastLines({ podcasts, fewer_podcasts: fewer }: QueueResult): readonly string[] {
  return [
    ...podcasts.map(
      ({ kind, topic, script_path: script, audio_path: audio }) =>
        `- ${kind}, ${escapeMarkdown(topic)}: ${wikiLink(audio ?? script)}${audio === undefined ? ' (not spoken)' : ''}`,
    ),
    ...(fewer === undefined ? [] : [`- There are not two: ${escapeMarkdown(fewer)}.`]),
  ]
}

/** Each with its reason, in the words of the one who found it out. */
function missingOf({ topic, sources, skipped, problems }: ResearchResult): readonly string[] {
  const unread = sources.flatMap(({ title, status }) => {
    const reason = /^(?:failed|left out): (.*)$/s.exec(status)?.[1]
    return reason === undefined || reason === 'below the threshold' ? [] : [`${topic}: “${title}”: ${reason}`]
  })
  return [
    ...unread,
    // What a person switched off is no gap, and an address that was given stands among the unread.
    ...skipped
      .filter(({ source, reason }) => !isSwitchedOff(reason) && !sources.some(({ url }) => url === source))
      .map(({ source, reason }) => `${topic}: the source ${source} took no part: ${reason}`),
    ...problems.map((problem) => `${topic}: ${problem}`),
  ]
}

function wasRead({ status }: ResearchResult['sources'][number]): boolean {
  return status === 'read' || status === 'excerpt' || status.startsWith('copy of')
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines]
}

const item = (text: string): string => `- ${escapeMarkdown(text)}`
