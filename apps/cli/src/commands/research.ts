import { resolve } from 'node:path'
import type { InputOf, OutputOf } from '@datacortex/space'
import { researchLines, skippedRows } from '@datacortex/space/words'
import { spaceError } from '@datacortex/space/errors'
import { count } from '@datacortex/wording'
import { selectionOf } from '../arguments/selection.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'

export type ResearchOptions = Pick<
  InputOf<'research'>,
  'topic' | 'depth' | 'podcast' | 'space' | 'threshold' | 'task' | 'index'
> & {
  readonly subjects: readonly string[]
  /** `all`, or numbers with commas between them. */
  readonly select?: readonly string[] | undefined
  /** Files and folders. */
  readonly in?: readonly string[] | undefined
  readonly maxCost?: number | undefined
  /** Of `--queue` only. */
  readonly until?: number | undefined
  readonly dryRun?: true | undefined
}

export async function research(context: Context, options: ResearchOptions): Promise<CommandResult> {
  if (options.until !== undefined)
    throw spaceError('CLI_USAGE', {
      message: '--until ends a night of --queue.',
      hint: 'Leave out --until, or add --queue.',
    })
  const { depth, podcast, space: folder, threshold, task, maxCost, select, index } = options
  const limits = { depth, podcast, space: folder, threshold, max_cost: maxCost }
  const files = options.in?.map((path) => resolve(path))
  const asked = { ...limits, ...subjectsOf(options), files, task, select: selectionOf(select) }
  const space = await spaceOf(context)
  if (options.dryRun === true) {
    const plan = await space.research.plan(asked)
    return { data: plan, lines: planLines(plan) }
  }
  const data = await space.research({ ...asked, index })
  return { data, lines: researchLines(data) }
}

/** Tells addresses from words. */
export function subjectsOf({
  subjects,
  topic = '',
}: Pick<ResearchOptions, 'subjects' | 'topic'>): Pick<InputOf<'research'>, 'topic' | 'urls'> {
  const isAddress = (subject: string): boolean => /^[a-z][a-z\d+.-]*:\/\/\S*$/i.test(subject)
  const words = [topic, ...subjects.filter((subject) => !isAddress(subject))].join(' ').trim()
  return { topic: words === '' ? undefined : words, urls: subjects.filter(isAddress) }
}

export function planLines(plan: OutputOf<'research.plan'>): readonly string[] {
  const { sources, readers, generator, urls, files = [], costs, documents, estimated_cost_usd: total } = plan
  return [
    `would ask  ${sources.join(', ') || 'nobody'}  at most ${dollars(costs.ask)}`,
    ...[...urls, ...files].map((place) => `would read ${place}`),
    ...(readers.length === 0
      ? []
      : [`through    ${readers.join(', ')}, up to ${count(documents, 'document')}  at most ${dollars(costs.read)}`]),
    ...(generator === undefined ? [] : [`written by ${generator}  about ${dollars(costs.write)}`]),
    `cost       ${dollars(total)}${plan.writer === 'none' ? '' : ' plus the writer, unpriced'}; the budget ends it at ${dollars(plan.budget.usd)}`,
    ...skippedRows(plan.skipped).map(([, text]) => `skipped    ${text}`),
    `query      ${plan.topic}`,
    'dry run    nothing was asked',
  ]
}

function dollars(usd: number): string {
  return `$${usd.toFixed(3)}`
}
