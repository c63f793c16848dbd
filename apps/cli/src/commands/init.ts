import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ifCoded } from '@datacortex/errors'
import { shellWord, usedSpace } from '@datacortex/platform'
import { type CreatedSpace, type InputOf, createSpace } from '@datacortex/space'
import { spaceError } from '@datacortex/space/errors'
import { count } from '@datacortex/wording'
import { type Context, spaceOptions } from '../context.ts'
import { displayPath } from '../output/display-path.ts'
import { importLines, registeredBy } from '../output/import-lines.ts'
import { indexLines } from '../output/index-lines.ts'
import { linesOf } from '../output/lines.ts'
import { absolutePath } from './agent-import.ts'

export type InitOptions = Pick<InputOf<'agents.import'>, 'from' | 'format'> & {
  readonly directory?: string | undefined
  readonly default?: true | undefined
  readonly sample?: true | undefined
  readonly yes?: true | undefined
  readonly dryRun?: true | undefined
}

export async function init(context: Context, { directory, from, format, dryRun, yes, ...options }: InitOptions) {
  const { root } = context
  if (root !== undefined && directory !== undefined && resolve(root) !== resolve(directory))
    throw spaceError('CLI_USAGE', {
      message: `Two folders are given: ${directory} and --root ${root}.`,
      hint: `datacortex init ${shellWord(directory)}`,
    })
  const data = await createSpace(
    {
      root: root ?? directory ?? '.',
      from: from?.map(absolutePath),
      sample: options.sample && fileURLToPath(new URL('../../sample/agents', import.meta.url)),
      format,
      yes,
      is_default: options.default,
      dry_run: dryRun,
    },
    spaceOptions(context),
  )
  const { error, import: report } = data
  const lines = [
    `space      ${displayPath(data.root)}  (${whatWasMade(data.created, dryRun)})`,
    ...(data.is_default ? [`default    ${dryRun ? 'would be ' : ''}used wherever you are in no space`] : []),
    ...(report === undefined ? [] : [...importLines(report), ...indexLines(report.findable)]),
    ...(error === undefined ? [] : [`error      ${error.code}: nothing was imported`]),
    ...nextLines(data),
  ]
  // Who stands elsewhere, and has no space there, could paste nothing of it otherwise.
  const used = await usedSpace(process.cwd()).catch(ifCoded(undefined))
  const isUsed = used?.root === data.root
  return {
    data,
    lines,
    root: isUsed ? undefined : directory,
    exitCode: error !== undefined || report?.empty !== undefined ? 1 : 0,
  }
}

// A README and its like are no vault.
const fewestNotes = 5

function nextLines({ import: report, usual, notes }: CreatedSpace): readonly string[] {
  if (usual === undefined || notes === undefined) return ['dry run    nothing was changed']
  const isFilled = report !== undefined && registeredBy(report) > 0
  const found = `${count(notes.count, 'note')}${notes.is_whole ? '' : ' or more'}, which search finds then`
  return linesOf([
    `next       ${isFilled ? 'datacortex find "what you want done"' : nextImport(usual)}`,
    notes.count >= fewestNotes && `           datacortex index   (${found})`,
  ])
}

/** The agents that lie in the space, else those of its user, else any. */
function nextImport({ here, home }: NonNullable<CreatedSpace['usual']>): string {
  if (here.length > 0) return `datacortex import   (${here.map(displayPath).join(', ')})`
  if (home.length > 0) return `datacortex import ${home.join(' ')}`
  return 'datacortex import PATH   (a folder with agents, such as ~/.claude/agents)'
}

function whatWasMade(created: readonly string[], dryRun: true | undefined): string {
  if (created.length === 0) return 'was there already'
  const folders = created.some((name) => name.startsWith('.datacore'))
  const parts = linesOf([folders && '.datacore made', created.includes('.gitignore') && '.gitignore extended'])
  return `${dryRun === true ? 'dry run: ' : ''}${parts.join('; ')}`
}
