import { lstat, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { FileUnwritableError, makeFolder, shellWord, systemErrorCode, systemErrorReason } from '@datacortex/platform'
import { moduleName } from '@datacortex/plugin'
import type { CommandResult, Context } from '../context.ts'
import { FolderTakenError, UsageError } from '../errors.ts'
import type { TemplateFile, TemplateKind } from '../module-template.ts'
import { moduleTemplate } from '../module-template.ts'
import { displayPath } from '../output/display-path.ts'

/** Arguments of `module new`. */
export type ModuleNewOptions = {
  readonly name: string
  readonly kind: TemplateKind
  readonly description?: string | undefined
  /** The folder that the module's own is made in; the current one if absent. */
  readonly out?: string | undefined
  readonly dryRun?: true | undefined
}

/**
 * `datacortex module new NAME --kind KIND`: makes the folder of a module that can be installed as it is, and changed from
 * there. It needs no space. The folder is there with all of its files or not at all.
 *
 * @param _context - Of the command.
 * @param options - Arguments.
 * @throws {@link UsageError} for a name that no module may have and a description of more than one line.
 * @throws {@link FolderTakenError} if something is there already; it is left as it is. FileUnwritableError where nothing
 *   can be made.
 */
export async function moduleNew(_context: Context, options: ModuleNewOptions): Promise<CommandResult> {
  const { name, kind, dryRun } = options
  const checked = moduleName.safeParse(name)
  if (!checked.success)
    throw new UsageError({
      message: `The name ${JSON.stringify(name)} ${checked.error.issues[0]?.message ?? ''}.`,
      hint: 'datacortex module new rose-pruner',
    })
  const description = oneLine(options.description)
  const directory = resolve(options.out ?? '.', name)
  await refuseTaken(directory)
  const files = await moduleTemplate(kind, { name, description })
  if (dryRun !== true) await writeFolder(directory, files)
  const shown = displayPath(directory)
  const install = `datacortex module install ${shellWord(/^[~.]/.test(shown) ? shown : `./${shown}`)}`
  return {
    data: {
      module: name,
      kind,
      directory,
      files: files.map(({ path }) => path),
      ...(dryRun === true ? { dry_run: true } : {}),
    },
    lines: [
      `${dryRun === true ? 'would make' : 'made      '} ${shown}`,
      ...files.map(({ path }) => `file       ${path}`),
      dryRun === true ? 'dry run    nothing was changed' : `next       ${install}`,
    ],
  }
}

function oneLine(description: string | undefined): string | undefined {
  const text = description?.trim()
  if (text === undefined || (text !== '' && text.length <= longestDescription && !/\p{Cc}/u.test(text))) return text
  throw new UsageError({
    message: `The description must be one line of 1 to ${longestDescription} characters.`,
    hint: 'datacortex module new rose-pruner --description "Prunes roses. Use when roses are overgrown."',
  })
}

const longestDescription = 1000

async function refuseTaken(directory: string): Promise<void> {
  const found = await lstat(directory).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return
    throw unwritable(directory, error)
  })
  if (found !== undefined) throw new FolderTakenError({ path: displayPath(directory) })
}

/** Beside its place first, and moved there in one step. */
async function writeFolder(directory: string, files: readonly TemplateFile[]): Promise<void> {
  const parent = dirname(directory)
  await makeFolder(parent).catch((error: unknown) => {
    throw unwritable(parent, error)
  })
  const temporary = join(parent, `.${crypto.randomUUID()}.tmp`)
  try {
    for (const { path, text } of files) {
      await makeFolder(dirname(join(temporary, path)))
      await writeFile(join(temporary, path), text)
    }
    await refuseTaken(directory)
    await rename(temporary, directory)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(systemErrorCode(error) ?? ''))
      throw new FolderTakenError({ path: displayPath(directory) })
    throw unwritable(directory, error)
  }
}

/** What the disk refuses is no bug; everything else stays what it is. */
function unwritable(path: string, cause: unknown): unknown {
  const code = systemErrorCode(cause)
  if (code === undefined || CodedError.is(cause)) return cause
  // The missing parents were tried as well, so that something is not there is no reason.
  const reason = code === 'ENOENT' ? 'nothing can be made there' : systemErrorReason(cause)
  return new FileUnwritableError({ file: displayPath(path), reason, cause })
}
