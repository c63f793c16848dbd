import { CodedError } from '@datacortex/errors'
import type { RouteAnswer, Router } from '@datacortex/router'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { TaskEmptyError, TaskWordlessError, UsageError, VerdictOfAgentError } from '../errors.ts'
import { otherLanguage } from '../other-language.ts'
import { outerCaller } from '../outer-caller.ts'
import { shorten } from '../output/format.ts'
import { routeLines } from '../output/route-lines.ts'
import type { LineQuery } from '../arguments/read-queries.ts'
import type { SpaceRouter } from '../open/router.ts'
import { openSpaceRouter } from '../open/router.ts'

/** Arguments of `route`. */
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
}

/** What is printed for one task. */
export type Routed = RouteAnswer & { readonly task: string; readonly took_ms: number }

/**
 * `datacortex route TASK`: which agent a task goes to and why, or for `--queries` one JSON line a task.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link UsageError} unless exactly one of TASK and `--queries` is given.
 * @throws {@link VerdictOfAgentError} for `--confirm` and `--forget` in the run of an agent.
 */
export async function route(context: Context, options: RouteOptions): Promise<CommandResult | AsyncIterable<unknown>> {
  const { task, queries, confirm, forget, tags = [] } = options
  const teaches = confirm !== undefined || forget === true
  if ((task === undefined) === (queries === undefined) || (queries !== undefined && teaches)) {
    throw new UsageError({
      message: 'Give either a task or --queries FILE; --confirm and --forget go with a task.',
      hint: 'datacortex route "what you want done"',
    })
  }
  if (confirm !== undefined && forget === true)
    throw new UsageError({
      message: 'Give either --confirm or --forget: what is confirmed takes the place of what was.',
      hint: 'datacortex route "what you want done" --confirm ID',
    })
  if (confirm !== undefined && tags.length > 0)
    throw new UsageError({
      message: 'What --confirm remembers is the task itself: --tags would be lost. Nothing was remembered.',
      hint: 'Leave --tags out; tags of tasks stand in `triggers.tags` of an agent.',
    })
  const caller = outerCaller()
  if (teaches && caller !== undefined) throw new VerdictOfAgentError({ agent: caller.id, confirm })
  const paths = await spaceOf(context)
  const open = async (): Promise<SpaceRouter> => await openSpaceRouter(paths, context)
  const answer = async (router: Router, asked: LineQuery): Promise<Routed> => {
    const routed = await answerOf(router, asked.text, { ...options, tags: [...tags, ...asked.tags], context })
    // Tags, commands, patterns and names are read in any language.
    const byMeaning = routed.rule.kind === 'meaning' || routed.rule.kind === 'none'
    const findings = byMeaning ? await otherLanguage(paths, asked.text) : []
    return { ...routed, findings: [...routed.findings, ...findings] }
  }
  if (queries !== undefined) {
    const { answerQueries } = await import('../arguments/read-queries.ts')
    return answerQueries(queries, { open, answer, fields: ['tags'], signal: context.signal })
  }
  if (confirm !== undefined) return await confirmed(context, { ...options, task: task ?? '', agent: confirm })
  if (forget === true) return await forgotten(context, { ...options, task: task ?? '' })
  await using router = await open()
  const routed = await answer(router, { text: task ?? '', tags: [] })
  return { data: routed, lines: routeLines(routed) }
}

async function answerOf(
  router: Router,
  task: string,
  { tags = [], top, context }: RouteOptions & { readonly context: Context },
): Promise<Routed> {
  const startedAt = performance.now()
  const { signal } = context
  const answer = await router.route(task, { top, tags, signal })
  return { task, took_ms: Math.round((performance.now() - startedAt) * 10) / 10, ...answer }
}

async function confirmed(
  context: Context,
  { task, agent, dryRun }: RouteOptions & { readonly task: string; readonly agent: string },
): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const [{ readCatalogue, resolveAgent }, { confirmRouting, tagsFirst }, { bundledPlugins }] = await Promise.all([
    import('@datacortex/registry'),
    import('@datacortex/router'),
    import('../bundled-plugins.ts'),
  ])
  const { registry } = await readCatalogue(paths, { bundledDirectory: bundledPlugins() })
  const { id } = resolveAgent(registry, agent).agent
  const remembered = await confirmRouting(paths, { task, agent: id }, { dryRun, signal: context.signal }).catch(
    (error: unknown) => {
      throw CodedError.is(error, 'ROUTER_TASK_EMPTY') ? emptyTask(task) : error
    },
  )
  const findings = [tagsFirst(registry, { task, agent: id })].filter((finding) => finding !== undefined)
  const notes = findings.map(({ message, hint }) => `note       ${message} ${hint}`)
  if (dryRun === true) {
    const line = `would remember that this task belongs to ${id}`
    return {
      data: { agent: id, task, remembered: null, dry_run: true, findings },
      lines: [line, ...notes, 'dry run      nothing was changed'],
    }
  }
  return {
    data: { agent: id, task, remembered, findings },
    lines: [
      remembered === 'added'
        ? `remembered ${id} for this task and ones like it`
        : `known      ${id} has this task already`,
      ...notes,
    ],
  }
}

async function forgotten(
  context: Context,
  { task, dryRun }: RouteOptions & { readonly task: string },
): Promise<CommandResult> {
  const { forgetRouting } = await import('@datacortex/router')
  const known = await forgetRouting(await spaceOf(context), task, { dryRun, signal: context.signal })
  const data = { agent: known?.agent ?? null, task, forgotten: known !== undefined && dryRun !== true }
  if (known === undefined) return { data, lines: ['unknown    nothing was confirmed for this task'] }
  if (dryRun === true)
    return {
      data: { ...data, dry_run: true },
      lines: [`would forget that this task belongs to ${known.agent}`, 'dry run      nothing was changed'],
    }
  return { data, lines: [`forgotten  this task belongs to ${known.agent} no longer`] }
}

function emptyTask(task: string): Error {
  return task.trim() === ''
    ? new TaskEmptyError({ command: 'route' })
    : new TaskWordlessError({ task: shorten(task, 80) })
}
