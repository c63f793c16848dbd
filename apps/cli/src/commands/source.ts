import type { RegisteredSource } from '@datacortex/research'
import type { SpacePaths } from '@datacortex/platform'
import { readSettings } from '@datacortex/platform'
import { bundledPlugins } from '../bundled-plugins.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { AnswerNeededError, SourceUnknownError, UsageError } from '../errors.ts'
import { openSpaceSources } from '../knowledge/open-space-sources.ts'
import { askYesOrNo } from '../output/ask.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'
import { terminalText } from '../output/terminal-text.ts'

/**
 * `datacortex source list`: every source of search and research, and why those that take no part don't.
 *
 * @param context - Of the command.
 */
export async function sourceList(context: Context): Promise<CommandResult> {
  const paths = await spaceOf(context)
  await using sources = await open(paths)
  const states = await Promise.all(
    (['search', 'research', 'gather', 'synthesize'] as const).map(async (layer) => await sources.eligible(layer)),
  )
  const reasons = new Map([
    ...(await notStarted(sources.all, paths)),
    ...states.flatMap(({ skipped }) => skipped.map(({ source, reason }) => [source, reason] as const)),
  ])
  const rows = sources.all.map((source) => {
    const { id, type, layers, description, authority, cost_per_call: cost } = source
    return { id, type, layers, description, authority, cost_per_call: cost, skipped: reasons.get(id) }
  })
  return {
    data: { sources: rows, findings: sources.findings },
    lines: [
      ...fittedColumns(
        rows.map(({ id, layers, cost_per_call: cost, description, skipped }) => [
          id,
          layers.join('+'),
          cost > 0 ? `$${cost}` : 'free',
          skipped === undefined ? description : `skipped: ${skipped}`,
        ]),
        { width: outputWidth(), flexible: [1, 3] },
      ),
      ...sources.findings.map(({ code, message }) => `${code}  ${message}`),
    ],
  }
}

/** Those that are asked only once somebody said yes to the command that they start, or never. */
async function notStarted(
  sources: readonly RegisteredSource[],
  paths: SpacePaths,
): Promise<readonly (readonly [string, string])[]> {
  const starting = sources.filter(({ mcp }) => mcp?.command !== undefined)
  if (starting.length === 0) return []
  const { isMcpApproved, mcpCommand } = await import('@datacortex/research')
  const reasons = starting.map(async (source) => {
    const { refusal } = await mcpCommand(source, { paths })
    if (refusal !== undefined) return [[source.id, `its command is never started: ${refusal}`] as const]
    if (await isMcpApproved(source, { paths })) return []
    return [[source.id, `its command waits for your yes: datacortex source approve ${source.id}`] as const]
  })
  return (await Promise.all(reasons)).flat()
}

/**
 * `datacortex source approve ID`: shows the command that an MCP source starts, and says yes to exactly this one.
 *
 * @param context - Of the command.
 * @param options - Id of the source; whether to ask.
 * @throws {@link UsageError} if the source starts no command; SourceMisconfiguredError for a command that is never
 *   started, whoever approves it; {@link AnswerNeededError} without a terminal and `--yes`.
 */
export async function sourceApprove(
  context: Context,
  { id, yes, dryRun }: { readonly id: string; readonly yes?: true | undefined; readonly dryRun?: true | undefined },
): Promise<CommandResult> {
  const { approveMcpSource, checkCommand, mcpCommand } = await import('@datacortex/research')
  const paths = await spaceOf(context)
  await using sources = await open(paths)
  const source = sourceOf(id, sources.all)
  if (source.mcp?.command === undefined)
    throw new UsageError({
      message: `${id} starts no command, so there is nothing to approve.`,
      hint: 'datacortex source list',
    })
  const started = await mcpCommand(source, { paths })
  checkCommand(started)
  const { command, env: variables } = started
  // Whoever approves it hands it this key, too.
  const env = source.api_key === undefined ? variables : [...variables, source.api_key]
  const shown = [`command    ${command}`, `variables  ${env.join(', ') || 'PATH and HOME only'}`]
  if (dryRun === true)
    return { data: { dry_run: true, command, env }, lines: [...shown, 'dry run    nothing was approved'] }
  if (yes !== true) {
    for (const line of shown) process.stderr.write(terminalText(`${line}\n`))
    const answer = context.json ? undefined : await askYesOrNo('May this program run for searches?', context.signal)
    if (answer === undefined) throw new AnswerNeededError({ question: 'May this program run for searches?' })
    if (!answer) return { data: { approved: false, command }, lines: ['not approved'], exitCode: 1 }
  }
  await approveMcpSource(source, { paths })
  return {
    data: { approved: true, command, env },
    lines: [...shown, `approved   ${id}; any change of it is asked about again`],
  }
}

async function open(paths: SpacePaths): ReturnType<typeof openSpaceSources> {
  const { readCatalogue } = await import('@datacortex/registry')
  const [{ modules }, settings] = await Promise.all([
    readCatalogue(paths, { bundledDirectory: bundledPlugins() }),
    readSettings(paths),
  ])
  return await openSpaceSources(paths, { modules: modules.modules, settings })
}

function sourceOf(id: string, all: readonly RegisteredSource[]): RegisteredSource {
  const source = all.find((one) => one.id === id)
  if (source === undefined) throw new SourceUnknownError({ source: id })
  return source
}
