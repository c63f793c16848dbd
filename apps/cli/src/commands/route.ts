import type { OutputOf, Space } from '@datacortex/space'
import { spaceError } from '@datacortex/space/errors'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { noteLine } from '../output/finding-lines.ts'
import { routeLines } from '../output/route-lines.ts'

export type RouteOptions = {
  readonly task?: string | undefined
  /** In their order, each one or more, such as `:AI:research:`. */
  readonly tags?: readonly string[] | undefined
  readonly top: number
  /** Id of the agent that the task belongs to, to be remembered. */
  readonly confirm?: string | undefined
  /** Whether what was confirmed for the task counts no longer. */
  readonly forget?: true | undefined
  readonly queries?: string | undefined
  readonly dryRun?: true | undefined
  /** Whether a model chooses where the first two are close; if absent, where a writer is configured. */
  readonly judge?: boolean | undefined
}

export async function route(context: Context, options: RouteOptions): Promise<CommandResult | AsyncIterable<unknown>> {
  const { task = '', queries, confirm, forget, tags = [], top, dryRun, judge } = options
  refuseMixed(options)
  const space = await spaceOf(context)
  if (confirm !== undefined) {
    const data = await space.route.confirm({ task, agent: confirm, dry_run: dryRun })
    return { data, lines: confirmedLines(data) }
  }
  if (forget === true) {
    const data = await space.route.forget({ task, dry_run: dryRun })
    return { data, lines: forgottenLines(data) }
  }
  const ask = (asked: string, own: readonly string[] = []): ReturnType<Space['route']> =>
    space.route({ task: asked, tags: [...tags, ...own], top, judge })
  if (queries !== undefined) {
    const { answerQueries } = await import('../arguments/read-queries.ts')
    // What is wrong with all agents is reported once, and not in place of each answer.
    await space.agents.list({})
    const answer = async (line: { readonly text: string; readonly tags: readonly string[] }): Promise<object> =>
      await ask(line.text, line.tags)
    return answerQueries(queries, { answer, fields: ['tags'], signal: context.signal })
  }
  const data = await ask(task)
  return { data, lines: routeLines(data) }
}

function refuseMixed({ task, queries, confirm, forget, tags = [] }: RouteOptions): void {
  const teaches = confirm !== undefined || forget === true
  if ((task === undefined) === (queries === undefined) || (queries !== undefined && teaches)) {
    throw spaceError('CLI_USAGE', {
      message: 'Give either a task or --queries FILE; --confirm and --forget go with a task.',
      hint: 'datacortex route "what you want done"',
    })
  }
  if (confirm !== undefined && forget === true)
    throw spaceError('CLI_USAGE', {
      message: 'Give either --confirm or --forget: what is confirmed takes the place of what was.',
      hint: 'datacortex route "what you want done" --confirm ID',
    })
  if (confirm !== undefined && tags.length > 0)
    throw spaceError('CLI_USAGE', {
      message: 'What --confirm remembers is the task itself: --tags would be lost. Nothing was remembered.',
      hint: 'Leave --tags out; tags of tasks stand in `triggers.tags` of an agent.',
    })
}

function confirmedLines({ agent, remembered, findings }: OutputOf<'route.confirm'>): readonly string[] {
  const notes = findings.map(noteLine)
  if (remembered === null)
    return [`would remember that this task belongs to ${agent}`, ...notes, 'dry run      nothing was changed']
  const line =
    remembered === 'added'
      ? `remembered ${agent} for this task and ones like it`
      : `known      ${agent} has this task already`
  return [line, ...notes]
}

function forgottenLines({ agent, dry_run: isDry }: OutputOf<'route.forget'>): readonly string[] {
  if (agent === null) return ['unknown    nothing was confirmed for this task']
  if (isDry === true) return [`would forget that this task belongs to ${agent}`, 'dry run      nothing was changed']
  return [`forgotten  this task belongs to ${agent} no longer`]
}
