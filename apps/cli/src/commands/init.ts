import { resolve } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { createSpace, shellWord } from '@datacortex/platform'
import type { ImportFormat, ImportReport } from '@datacortex/registry'
import type { CommandResult, Context } from '../context.ts'
import { usualAgents } from '../arguments/usual-agents.ts'
import { UsageError } from '../errors.ts'
import { countNotes } from '../indexing/count-notes.ts'
import { makeFindable } from '../indexing/make-findable.ts'
import { displayPath } from '../output/display-path.ts'
import { count } from '../output/format.ts'
import { importLines, registeredBy } from '../output/import-lines.ts'
import { dataOf, leadsNowhere, nothingImported } from './agent-import.ts'

/** Arguments of `init`. */
export type InitOptions = {
  readonly directory?: string | undefined
  readonly from?: readonly string[] | undefined
  readonly format: ImportFormat | 'auto'
  readonly dryRun?: true | undefined
}

/**
 * `datacortex init [DIR] [--from PATH...]`: makes a space, imports agents, makes them findable.
 *
 * @param context - Of the command; `--root` is the same as DIR.
 * @param options - Arguments.
 * @returns Exit status 1 as of `agent import`; the space is made all the same.
 * @throws {@link UsageError} if both are given and differ.
 */
export async function init(context: Context, options: InitOptions): Promise<CommandResult> {
  const { root } = context
  const { directory } = options
  if (root !== undefined && directory !== undefined && resolve(root) !== resolve(directory))
    throw new UsageError({
      message: `Two folders are given: ${directory} and --root ${root}.`,
      hint: `datacortex init ${shellWord(directory)}`,
    })
  const { importAgents } = await import('@datacortex/registry')
  const { paths, created } = await createSpace(root ?? directory ?? '.', options)
  const lines = [`space      ${displayPath(paths.root)}  (${whatWasMade(created, options)})`]
  let report: ImportReport | undefined
  if (options.from !== undefined) {
    report = await importAgents(paths, options.from, { ...options, ...context })
    lines.push(...importLines(report))
    if (!options.dryRun && registeredBy(report) > 0)
      lines.push(...(await makeFindable(paths, context, { registered: registeredBy(report) })))
  }
  const error = report === undefined ? undefined : nothingImported(report, options.from ?? [])
  if (error !== undefined) lines.push(`error      ${error.code}: nothing was imported`)
  lines.push(
    options.dryRun === true
      ? 'dry run    nothing was changed'
      : report === undefined || registeredBy(report) === 0
        ? await nextImport(paths.root)
        : 'next       datacortex agent find "what you want done"',
    ...(options.dryRun === true ? [] : await nextIndex(paths, context)),
  )
  return {
    data: {
      ...(error === undefined ? {} : { error: dataOf(error) }),
      root: paths.root,
      created,
      imported: report?.imported.length ?? 0,
      skipped: report?.skipped ?? [],
      import: report,
    },
    lines,
    exitCode: error !== undefined || (report !== undefined && leadsNowhere(report, options.from ?? [])) ? 1 : 0,
  }
}

/** The agents that lie in the space, else those of its user, else any. */
async function nextImport(root: string): Promise<string> {
  const { here, home } = await usualAgents(root)
  if (here.length > 0) return `next       datacortex agent import   (${here.map(displayPath).join(', ')})`
  if (home.length > 0) return `next       datacortex agent import ${home.join(' ')}`
  return 'next       datacortex agent import PATH   (a folder with agents, such as ~/.claude/agents)'
}

// A README and its like are no vault.
const fewestNotes = 5

/** Nothing if there are no notes to speak of. */
async function nextIndex(paths: SpacePaths, { signal }: Context): Promise<readonly string[]> {
  const notes = await countNotes(paths, signal)
  if (notes.count < fewestNotes) return []
  return [
    `           datacortex index   (${count(notes.count, 'note')}${notes.isWhole ? '' : ' or more'}, which search finds then)`,
  ]
}

function whatWasMade(created: readonly string[], { dryRun }: InitOptions): string {
  if (created.length === 0) return 'was there already'
  const folders = created.some((name) => name.startsWith('.datacore'))
  const parts = [
    ...(folders ? ['.datacore made'] : []),
    ...(created.includes('.gitignore') ? ['.gitignore extended'] : []),
  ]
  return `${dryRun === true ? 'dry run: ' : ''}${parts.join('; ')}`
}
