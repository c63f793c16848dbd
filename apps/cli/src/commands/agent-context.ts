import type { LoadedContext } from '@datacortex/execution'
import { shellWord } from '@datacortex/platform'
import { bundledPlugins } from '../bundled-plugins.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { TaskEmptyError } from '../errors.ts'
import { openSpaceMemory } from '../open/memory.ts'
import { outerCaller } from '../outer-caller.ts'
import { columns, count, grouped, shorten } from '../output/format.ts'
import { leftOutLines } from '../output/left-out-lines.ts'
import { shownLeftOut } from '../shown-left-out.ts'

/** Arguments of `agent context`. */
export type AgentContextOptions = {
  readonly id: string
  readonly task: string
  readonly budget?: number | undefined
  readonly space?: string | undefined
  readonly expand: number
  /** Whether the prompt itself is printed, and nothing else. */
  readonly prompt?: true | undefined
}

/**
 * `datacortex agent context ID TASK`: what the agent would be given, piece by piece, with what it costs in tokens. In the
 * run of another agent the lower privacy level of both holds, and what is above it is only counted.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link TaskEmptyError} if the task has no text.
 */
export async function agentContext(context: Context, options: AgentContextOptions): Promise<CommandResult> {
  if (options.task.trim() === '') throw new TaskEmptyError({ command: `agent context ${shellWord(options.id)}` })
  const paths = await spaceOf(context)
  const [{ readCatalogue }, { loadContext }] = await Promise.all([
    import('@datacortex/registry'),
    import('@datacortex/execution'),
  ])
  const { registry } = await readCatalogue(paths, { bundledDirectory: bundledPlugins() })
  await using memory = await openSpaceMemory(paths, context)
  const { id: agent, task, budget, space, expand } = options
  const loaded = await loadContext(paths, {
    registry,
    agent,
    task,
    askedBy: outerCaller()?.id,
    budget,
    space,
    expand,
    memory: memory.port,
    signal: context.signal,
  })
  const isExact = options.prompt === true
  const told = { ...loaded, left_out: shownLeftOut(loaded) }
  return { data: told, lines: isExact ? [told.prompt] : contextLines(told), isExact }
}

function contextLines(context: LoadedContext): readonly string[] {
  const { agent, level, parts, tokens, findings } = context
  const rows = parts.map(({ kind, origin, tokens: cost, truncated }) => [
    kind,
    shorten(origin, 60),
    grouped(cost).padStart(7),
    truncated === true ? 'cut' : '',
  ])
  return [
    ...columns(rows),
    ...leftOutLines(context),
    ...findings.map(({ message }) => `note       ${message}`),
    `${agent} is given ${count(tokens, 'token')} in ${count(parts.length, 'part')}, up to the level ${level}`,
    'next       the same with --prompt prints the whole, for any model',
  ]
}
