import { lstat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CodedError } from '@datacortex/errors'
import {
  makeFolder,
  move,
  platformError,
  removeFolder,
  systemErrorCode,
  systemErrorReason,
  writeFileAtomically,
} from '@datacortex/platform'
import { moduleName } from '@datacortex/plugin'
import { z } from 'zod'
import { spaceError } from '../errors.ts'
import { dryRun, place } from '../schema.ts'
import { freeOperation } from '../operation.ts'
import { type TemplateFile, moduleKinds, moduleTemplate } from './module-template.ts'

export const makeModule = freeOperation({
  input: z.strictObject({
    /** Of the module and its folder. */
    name: place,
    /** `agents` if absent. */
    kind: z.enum(moduleKinds).optional(),
    /** What it does and when it is of use, in one line. */
    description: place.optional(),
    out: place.optional().describe("The folder that the module's own is made in; the working folder if absent."),
    dry_run: dryRun,
  }),
  output: z.looseObject({ module: z.string(), directory: z.string(), files: z.array(z.string()) }),
  run: async ({ paths }, { name, kind = 'agents', description: said, out = '', dry_run: isDry = false }) => {
    const checked = moduleName.safeParse(name)
    if (!checked.success)
      throw spaceError('CLI_USAGE', {
        message: `The name ${JSON.stringify(name)} ${checked.error.issues[0]?.message ?? ''}.`,
        hint: 'datacortex module new rose-pruner',
      })
    const description = oneLine(said)
    const folder = join(out, name)
    await refuseTaken(folder)
    const files = await moduleTemplate(kind, { name, description })
    if (!isDry) await writeFolder(folder, files, { below: paths?.root ?? out })
    return {
      module: name,
      kind,
      /** Absolute path. */
      directory: resolve(folder),
      /** Relative to it, with `/`. */
      files: files.map(({ path }) => path),
      ...(isDry ? { dry_run: true as const } : {}),
    }
  },
})

function oneLine(description: string | undefined): string | undefined {
  const text = description?.trim()
  if (text === undefined || (text !== '' && text.length <= longestDescription && !/\p{Cc}/u.test(text))) return text
  throw spaceError('CLI_USAGE', {
    message: `The description must be one line of 1 to ${longestDescription} characters.`,
    hint: 'datacortex module new rose-pruner --description "Prunes roses. Use when roses are overgrown."',
  })
}

const longestDescription = 1000

async function refuseTaken(folder: string): Promise<void> {
  const found = await lstat(folder).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return
    throw unwritable(folder, error)
  })
  if (found !== undefined) throw spaceError('CLI_FOLDER_TAKEN', { path: folder })
}

/** Beside its place first, and moved there in one step. */
async function writeFolder(folder: string, files: readonly TemplateFile[], options: { readonly below: string }) {
  const parent = dirname(folder)
  const temporary = join(parent, `.${crypto.randomUUID()}.tmp`)
  await makeFolder(temporary, options).catch((error: unknown) => {
    throw unwritable(parent, error)
  })
  try {
    for (const { path, text } of files)
      await writeFileAtomically(join(temporary, path), text, { isRebuildable: true, ...options })
    await refuseTaken(folder)
    await move(temporary, folder, options)
  } catch (error) {
    await removeFolder(temporary, options)
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(systemErrorCode(error) ?? ''))
      throw spaceError('CLI_FOLDER_TAKEN', { path: folder })
    throw unwritable(folder, error)
  }
}

/** What the disk refuses is no bug; everything else stays what it is. */
function unwritable(file: string, cause: unknown): unknown {
  const code = systemErrorCode(cause)
  if (code === undefined || CodedError.is(cause)) return cause
  // The missing parents were tried as well, so that something is not there is no reason.
  const reason = code === 'ENOENT' ? 'nothing can be made there' : systemErrorReason(cause)
  return platformError('PLATFORM_FILE_UNWRITABLE', { file, reason }, { cause })
}
