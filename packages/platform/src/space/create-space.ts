import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { isThere } from '../files/is-there.ts'
import { platformError } from '../errors.ts'
import { makeFolder } from '../files/make-folder.ts'
import { refuseLinkedFolders } from './refuse-linked-folders.ts'
import { type SpacePaths, spacePaths } from './space-paths.ts'
import { systemErrorCode, systemErrorReason } from '../files/system-error-reason.ts'
import { unwritable } from '../files/unwritable.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'

export type CreatedSpace = {
  readonly paths: SpacePaths
  /** Paths relative to the root; empty if the space was complete. */
  readonly created: readonly string[]
}

const ignored = [
  '.datacore/env/',
  '.datacore/state/',
  '.datacore/cache/',
  '.datacore/settings.local.yaml',
  '.datacore/modules/.staging-*/',
]

const settingsText = `# Settings of this space. settings.local.yaml beside it wins and is not kept in git.
# embeddings:
#   model: default        # or a folder in transformers.js layout, or the id of one that was pulled
#   dtype: int8           # or fp32, exact and three times slower; models in folders: fp32 or q8
#   threads: 1            # fewer than all cores embed long lists
# find:
#   min_score: 0.4        # agents below are not shown
# context:
#   budget: 50000         # most tokens that an agent is given
#   specs: [specs, docs]  # where references.specs are looked for
# privacy:                # levels: public, internal, private, secret
#   paths: {"0-personal/journal/**": private}
#   agents: {default: internal, diarist: private}
# runners:                # who executes agents
#   default: claude
#   claude: {plugin: runner-command, command: [claude, -p], timeout_ms: 600000}
`

/**
 * Makes a folder a space, or completes one; what is there already stays as it is.
 * @param options - `dryRun`: only say what would be made.
 * @throws `PLATFORM_FILE_UNWRITABLE` if the disk is full, read-only or forbids it, or a file is in the way; `PLATFORM_LINK_REFUSED`.
 * @example const { paths, created } = await createSpace('/desk')
 */
export async function createSpace(
  directory: string,
  options: { readonly dryRun?: boolean | undefined } = {},
): Promise<CreatedSpace> {
  const root = resolve(directory)
  const paths = spacePaths(root)
  for (const folder of [root, paths.datacore]) await refuseFile(folder)
  refuseLinkedFolders(paths)
  const created: string[] = []
  const { agentsDirectory, modulesDirectory, envDirectory, stateDirectory, cacheDirectory } = paths
  const registry = dirname(paths.agentsFile)
  for (const path of [registry, agentsDirectory, modulesDirectory, envDirectory, stateDirectory, cacheDirectory]) {
    if (await isThere(path)) continue
    created.push(`.datacore/${basename(path)}/`)
    if (!options.dryRun) await makeSpaceFolder(path, path === envDirectory ? 0o700 : 0o755)
  }
  if (!(await isThere(paths.settingsFile))) {
    created.push('.datacore/settings.yaml')
    if (!options.dryRun) await writeFileAtomically(paths.settingsFile, settingsText)
  }
  const gitignore = await missingIgnores(join(root, '.gitignore'))
  if (gitignore !== undefined) {
    created.push('.gitignore')
    if (!options.dryRun) await writeFileAtomically(join(root, '.gitignore'), gitignore, { below: root })
  }
  return { paths, created }
}

/** The file with what is missing at its end, every byte of it as it was, whatever its encoding. */
async function missingIgnores(file: string): Promise<Uint8Array | undefined> {
  const reading = (await isThere(file)) ? readFile(file) : Promise.resolve(Buffer.alloc(0))
  const bytes = await reading.catch((cause: unknown) => {
    throw platformError('PLATFORM_FILE_UNREADABLE', { file, reason: systemErrorReason(cause) }, { cause })
  })
  const text = bytes.toString('latin1')
  const present = new Set(text.split('\n').map((line) => line.trim()))
  const missing = ignored.filter((line) => !present.has(line))
  if (missing.length === 0) return undefined
  const separator = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n'
  const added = `${separator}# datacortex: secrets, state and what can be rebuilt\n${missing.join('\n')}\n`
  return Buffer.concat([bytes, Buffer.from(added)])
}

async function makeSpaceFolder(path: string, mode: number): Promise<void> {
  try {
    await makeFolder(path, { mode })
  } catch (error) {
    const code = systemErrorCode(error)
    const reason = code === 'ENOENT' ? 'no folder can be made there' : systemErrorReason(error)
    throw platformError('PLATFORM_FILE_UNWRITABLE', { file: path, reason }, { cause: error })
  }
}

/** Also in a dry run: it must not promise what can't be made. */
async function refuseFile(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOTDIR') throw unwritable(folder, error)
  })
  if (found?.isDirectory() === false) throw unwritable(folder, { code: 'EEXIST' })
}
