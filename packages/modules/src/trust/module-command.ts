import { realpath, open } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import {
  type ApprovalKey,
  type ApprovalOptions,
  type SpacePaths,
  readApproval,
  sha256,
  systemErrorCode,
  visibleText,
  writeApproval,
} from '@datacortex/platform'
import type { DiscoveredModule } from '../discover/discovered-module.ts'
import { moduleSettings } from '../plugins/plugin-contract.ts'
import { moduleError } from '../errors.ts'

/** A program that the settings of a space have a module run, as a person has to see it. */
export type ModuleCommand = {
  readonly module: string
  /** Program and arguments as JSON, with everything unseen spelled out. */
  readonly command: string
  /** Names of the variables and secrets that it is given beside the ordinary ones. */
  readonly env: readonly string[]
  /** Scripts and programs of the space that it names, relative to it: a change of one needs another yes. */
  readonly scripts: readonly string[]
  /** False for exactly what the manifest of the module names itself. */
  readonly needsApproval: boolean
  /** Of all of it and of the space: the same words can start other files in another folder. */
  readonly digest: string
}

/**
 * The program that a module runs because the settings of the space say so.
 *
 * @returns Undefined if the module runs none.
 * @example (await moduleCommand(module, { paths, settings }))?.command // '["claude","-p"]'
 */
export async function moduleCommand(
  { name, manifest }: Pick<DiscoveredModule, 'name' | 'manifest'>,
  {
    paths,
    settings,
  }: { readonly paths: SpacePaths; readonly settings?: Readonly<Record<string, unknown>> | undefined },
): Promise<ModuleCommand | undefined> {
  const { commands } = manifest.permissions
  const { command, env, api_key: key } = { ...moduleSettings(manifest), ...settings }
  if (commands.length === 0 || command === undefined || command === null) return undefined
  const names = [
    ...new Set([key, ...(Array.isArray(env) ? env : [])].filter((one) => typeof one === 'string')),
  ].toSorted((one, other) => (one < other ? -1 : 1))
  const [program, ...words]: readonly unknown[] = Array.isArray(command) ? command : [command]
  const isNamed = typeof program === 'string' && program !== '*' && commands.includes(program)
  const root = await realpath(paths.root)
  const scripts = await commandScripts([program, ...words], root)
  return {
    module: name,
    command: visibleText(JSON.stringify([program, ...words])),
    env: names,
    scripts: scripts.map(({ path }) => path),
    needsApproval: !isNamed || words.length > 0 || names.length > 0,
    // Without scripts as ever, so that what was approved stays so.
    digest: sha256(JSON.stringify([root, name, command, names, ...(scripts.length === 0 ? [] : [scripts])])),
  }
}

export type CheckModuleCommandOptions = ApprovalOptions & {
  readonly paths: SpacePaths
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  /** Where in the settings of the space they stand, for the error; `plugins.<name>` if absent. */
  readonly settingsAt?: string | undefined
}

/**
 * Refuses the program that the settings of a space have a module run, unless this user said yes to exactly it: what runs
 * because settings say so is shown to a person first, whoever wrote them. Nothing is run.
 *
 * @returns What may run; undefined if the module runs none.
 * @throws `MODULE_COMMAND_NOT_APPROVED`
 * @example await checkModuleCommand(module, { paths, settings, settingsAt: 'runners.claude' })
 */
export async function checkModuleCommand(
  module: Pick<DiscoveredModule, 'name' | 'manifest'>,
  options: CheckModuleCommandOptions,
): Promise<ModuleCommand | undefined> {
  const command = await moduleCommand(module, options)
  if (command === undefined || (await isCommandApproved(command, options))) return command
  throw moduleError('MODULE_COMMAND_NOT_APPROVED', { ...command, at: options.settingsAt ?? `plugins.${module.name}` })
}

export type CommandScript = {
  /** Relative to the space, with `/`. */
  readonly path: string
  /** SHA-256 of its bytes, hexadecimal. */
  readonly hash: string
}

/** The scripts and programs of a space that a command names. Data are none, since they change with each run. */
async function commandScripts(words: readonly unknown[], root: string): Promise<readonly CommandScript[]> {
  const found = words.map(async (word, index) => {
    // A program without a folder is looked for in PATH.
    if (typeof word !== 'string' || word === '' || (index === 0 && !/[/\\]/.test(word))) return undefined
    return await scriptAt(resolve(root, word), { root, isProgram: index === 0 })
  })
  return (await Promise.all(found)).filter((script) => script !== undefined)
}

const scriptEnding = /\.(?:[cm]?[jt]s|[jt]sx|sh|bash|zsh|fish|py|rb|pl|php|lua|ps1|bat|cmd)$/i

async function scriptAt(
  path: string,
  { root, isProgram }: { readonly root: string; readonly isProgram: boolean },
): Promise<CommandScript | undefined> {
  try {
    // Named by another path of the same folder, or a link that lies in the space.
    const inside = [path, await realpath(path)].find((one) => isBelow(one, root))
    if (inside === undefined) return undefined
    await using file = await open(path, 'r')
    if (!(await file.stat()).isFile()) return undefined
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    const isScript = isProgram || scriptEnding.test(path) || (bytesRead === 2 && buffer.toString() === '#!')
    if (!isScript) return undefined
    const hash = createHash('sha256')
    for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) hash.update(chunk as Buffer)
    return { path: relative(root, inside).split(sep).join('/'), hash: hash.digest('hex') }
  } catch (error) {
    if (systemErrorCode(error) === undefined && !isNoPath(error)) throw error
    return undefined
  }
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Words may hold anything, also what no path can. */
function isNoPath(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_ARG_VALUE'
}

/**
 * Remembers that this user said yes to exactly this command in this space.
 *
 * @throws `PLATFORM_FILE_UNWRITABLE` if the folder of the user's settings can't be written.
 * @example await approveCommand(command)
 */
export async function approveCommand(command: ModuleCommand, { userDirectory }: ApprovalOptions = {}): Promise<void> {
  const { module, command: words, env } = command
  await writeApproval(commandApproval(command), { note: { module, command: words, env }, userDirectory })
}

/**
 * Whether a command may run: the manifest of its module names it, or this user said yes to exactly it in this space.
 *
 * @example if (!(await isCommandApproved(command))) await approveCommand(command)
 */
export async function isCommandApproved(command: ModuleCommand, options: ApprovalOptions = {}): Promise<boolean> {
  return !command.needsApproval || (await readApproval(commandApproval(command), options)) !== undefined
}

/**
 * What a yes to a command is kept under.
 *
 * @example if (await hasApproval(commandApproval(command))) await removeApproval(commandApproval(command))
 */
export function commandApproval({ digest }: ModuleCommand): ApprovalKey {
  return { kind: 'approved-commands', digest }
}
