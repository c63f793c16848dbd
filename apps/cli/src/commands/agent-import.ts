import { relative, resolve, sep } from 'node:path'
import type { CodedError } from '@datacortex/errors'
import { shellWord } from '@datacortex/platform'
import type { ImportFormat, ImportReport } from '@datacortex/registry'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { makeFindable } from '../indexing/make-findable.ts'
import { namesNothing } from '../arguments/named-paths.ts'
import { pathInSpace } from '../arguments/path-in-space.ts'
import { usualAgents } from '../arguments/usual-agents.ts'
import { displayPath } from '../output/display-path.ts'
import { importLines, registeredBy } from '../output/import-lines.ts'
import { NoAgentsHereError, NothingImportedError } from './errors.ts'

/** Arguments of `agent import`. */
export type AgentImportOptions = {
  /** Where the agents of the space usually lie if empty. */
  readonly from: readonly string[]
  readonly format: ImportFormat | 'auto'
  readonly dryRun?: true | undefined
}

/**
 * `datacortex agent import [PATH...]`: imports existing agents and makes them findable.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @returns Exit status 1 if a path that was named is not there or an address; what others hold is imported all the same.
 *   Where nothing could be read of any of them, `error` stands beside the report.
 * @throws {@link NoAgentsHereError} if no path is given and no agents lie where they usually do.
 */
export async function agentImport(context: Context, options: AgentImportOptions): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { importAgents } = await import('@datacortex/registry')
  const usual = options.from.length > 0 ? undefined : await usualAgents(paths.root)
  if (usual?.here.length === 0) throw new NoAgentsHereError({ root: displayPath(paths.root), home: usual.home })
  const from =
    usual?.here.map((path) => relative(process.cwd(), path)) ??
    (await Promise.all(options.from.map((path) => pathInSpace(path, paths.root))))
  const report = await importAgents(paths, from, { ...options, ...context })
  const lines = [...importLines(report)]
  const error = nothingImported(report, from)
  if (error !== undefined)
    return { data: { error: dataOf(error), ...report }, lines: [...lines, ...errorLines(error)], exitCode: 1 }
  if (options.dryRun) lines.push('dry run    nothing was changed')
  else lines.push(...(await makeFindable(paths, context, { registered: registeredBy(report) })))
  if (!options.dryRun && isWhollyNew(report))
    lines.push(`undo       datacortex agent remove --from ${from.map(shellWord).join(' ')}`)
  if (usual !== undefined && usual.home.length > 0)
    lines.push(`also       datacortex agent import ${usual.home.join(' ')}`)
  return { data: report, lines, exitCode: leadsNowhere(report, from) ? 1 : 0 }
}

/**
 * The error of an import that registered nobody because nothing could be read: each path that was named is absent, or
 * only holds what had to be skipped. Files that are plainly about something else are no error.
 *
 * @param report - Of the import.
 * @param from - The paths, as they were given.
 * @example nothingImported(report, ['/nonexistent'])?.code // 'CLI_NOTHING_IMPORTED'
 */
export function nothingImported(report: ImportReport, from: readonly string[]): NothingImportedError | undefined {
  const { skipped, ignored } = report
  if (registeredBy(report) > 0 || ignored > 0 || from.length === 0) return undefined
  const isAllSkipped = from.every((named) => {
    const place = resolve(named)
    const below = place.endsWith(sep) ? place : `${place}${sep}`
    return isAddress(named) || skipped.some(({ path }) => resolve(path) === place || path.startsWith(below))
  })
  return isAllSkipped ? new NothingImportedError(report) : undefined
}

/**
 * Whether a path that was named is not there, or an address, which nobody fetches: to a script neither is a success.
 *
 * @param report - Of the import.
 * @param from - The paths, as they were given.
 * @example leadsNowhere(report, ['agents', 'https://agents.example/card.json']) // true
 */
export function leadsNowhere(report: ImportReport, from: readonly string[]): boolean {
  return namesNothing(report, from) || from.some(isAddress)
}

/**
 * An error as JSON has it, for a document that says more than the error.
 *
 * @param error - Of a command.
 * @example dataOf(error).code // 'CLI_NOTHING_IMPORTED'
 */
export function dataOf({ code, message, hint }: CodedError): Readonly<Record<'code' | 'message', string>> & {
  readonly hint: string | undefined
} {
  return { code, message, hint }
}

/** The reasons stand above, as what was skipped. */
function errorLines({ code, hint }: CodedError): readonly string[] {
  return [`error      ${code}: nothing was imported`, `hint       ${hint ?? ''}`]
}

function isAddress(path: string): boolean {
  return /^https?:\/\//i.test(path)
}

/** Else `agent remove --from` would take away more than this import brought. */
function isWhollyNew({ imported, updated, unchanged }: ImportReport): boolean {
  return imported.length > 0 && updated.length + unchanged.length === 0
}
