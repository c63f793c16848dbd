import { shellWord } from '@datacortex/platform'
import type { ImportFormat, ImportReport } from '@datacortex/registry'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { makeFindable } from '../make-findable.ts'
import { namesNothing } from '../named-paths.ts'
import { importLines, registeredBy } from '../output/import-lines.ts'

/** Arguments of `agent import`. */
export type AgentImportOptions = {
  readonly from: readonly string[]
  readonly format: ImportFormat | 'auto'
  readonly dryRun?: true | undefined
}

/**
 * `datacortex agent import PATH...`: imports existing agents and makes them findable.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @returns Exit status 1 if a path that was named is not there; what others hold is imported all the same.
 */
export async function agentImport(context: Context, options: AgentImportOptions): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { importAgents } = await import('@datacortex/registry')
  const report = await importAgents(paths, options.from, { ...options, ...context })
  const lines = [...importLines(report)]
  if (options.dryRun) lines.push('dry run    nothing was changed')
  else lines.push(...(await makeFindable(paths, context, { registered: registeredBy(report) })))
  if (!options.dryRun && isWhollyNew(report))
    lines.push(`undo       datacortex agent remove --from ${options.from.map(shellWord).join(' ')}`)
  return { data: report, lines, exitCode: namesNothing(report, options.from) ? 1 : 0 }
}

/** Else `agent remove --from` would take away more than this import brought. */
function isWhollyNew({ imported, updated, unchanged }: ImportReport): boolean {
  return imported.length > 0 && updated.length + unchanged.length === 0
}
