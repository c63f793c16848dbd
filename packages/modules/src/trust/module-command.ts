import { realpath } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { approvalOf, bindCommand, changesOf, sha256 } from '@datacortex/platform'
import type { Approvable, ApprovalOptions, BoundCommand, SpacePaths } from '@datacortex/platform'
import type { DiscoveredModule } from '../discover/discovered-module.ts'
import { moduleError } from '../errors.ts'
import { moduleSettings } from '../plugins/plugin-contract.ts'

/** A program that the settings of a space have a module run, as a person has to see it. */
export type ModuleCommand = Approvable &
  BoundCommand & {
    readonly module: string
    /** Names of the variables and secrets that it is given beside the ordinary ones. */
    readonly env: readonly string[]
    /** False for exactly what the manifest of the module names itself. */
    readonly needsApproval: boolean
  }

export type ModuleCommandOptions = {
  readonly paths: SpacePaths
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  /** Where in the settings of the space they stand; `plugins.<name>` if absent. */
  readonly settingsAt?: string | undefined
}

/**
 * The program that a module runs because the settings of the space say so.
 * @returns Undefined if the module runs none.
 * @example (await moduleCommand(module, { paths, settings }))?.command // '["claude","-p"]'
 */
export async function moduleCommand(
  { name, manifest }: Pick<DiscoveredModule, 'name' | 'manifest'>,
  { paths, settings, settingsAt: at = `plugins.${name}` }: ModuleCommandOptions,
): Promise<ModuleCommand | undefined> {
  const { commands } = manifest.permissions
  const { command, env, api_key: key } = { ...moduleSettings(manifest), ...settings }
  if (commands.length === 0 || command === undefined || command === null) return undefined
  const names = [
    ...new Set([key, ...(Array.isArray(env) ? env : [])].filter((one) => typeof one === 'string')),
  ].toSorted((one, other) => (one < other ? -1 : 1))
  const words: readonly unknown[] = Array.isArray(command) ? command : [command]
  const [program] = words
  const isNamed = typeof program === 'string' && program !== '*' && commands.includes(program)
  const variables = Object.fromEntries(names.map((one) => [one, undefined]))
  const directory = await realpath(paths.root)
  const of = `the module ${name}`
  const bound = await bindCommand({ words, directory, boundTo: paths.trust.boundTo, of, variables })
  // What its manifest names is meant to be a program of this machine.
  const isInSpace = bound.scripts.includes(bound.facts['program'] ?? '')
  return {
    ...bound,
    former: formerly(bound, { directory, words, bound: [name, command, names] }),
    kind: 'approved-commands',
    at,
    module: name,
    env: names,
    needsApproval: !isNamed || words.length > 1 || names.length > 0 || isInSpace,
  }
}

/** How versions up to 0.2 kept a yes: it was to words, names of variables and the scripts of the space among the words. */
function formerly(
  { facts }: BoundCommand,
  { directory, words, bound }: { directory: string; words: readonly unknown[]; bound: readonly unknown[] },
): Approvable['former'] {
  const scripts = words.flatMap((word, place) => {
    if (typeof word !== 'string' || (place === 0 ? !/[/\\]/.test(word) : !scriptEnding.test(word))) return []
    const path = relative(directory, resolve(directory, word)).replaceAll('\\', '/')
    return (
      facts[`file ${path}`]
        ?.split(' ')
        .slice(1)
        .map((hash) => ({ path, hash })) ?? []
    )
  })
  const digest = sha256(JSON.stringify([facts['folder'], ...bound, ...(scripts.length === 0 ? [] : [scripts])]))
  const files = scripts.map(({ path }) => `file ${path}`)
  return { digest, holds: [...Object.keys(facts).filter((fact) => !/^(?:program$|file )/.test(fact)), ...files] }
}

const scriptEnding = /\.(?:[cm]?[jt]s|[jt]sx|sh|bash|zsh|fish|py|rb|pl|php|lua|ps1|bat|cmd)$/i

/**
 * Refuses the program that the settings of a space have a module run, unless this user said yes to exactly it: what runs
 * because settings say so is shown to a person first, no matter who wrote them. Nothing is run.
 * @returns What may run; undefined if the module runs none.
 * @throws `MODULE_COMMAND_NOT_APPROVED`, `MODULE_COMMAND_REFUSED`
 * @example await checkModuleCommand(module, { paths, settings, settingsAt: 'runners.claude' })
 */
export async function checkModuleCommand(
  module: Pick<DiscoveredModule, 'name' | 'manifest'>,
  options: ApprovalOptions & ModuleCommandOptions,
): Promise<ModuleCommand | undefined> {
  const command = await moduleCommand(module, options)
  if (command === undefined) return undefined
  const { refusal, needsApproval, at } = command
  if (refusal !== undefined) throw moduleError('MODULE_COMMAND_REFUSED', { module: module.name, at, reason: refusal })
  if (!needsApproval || (await approvalOf(command, options)) !== undefined) return command
  throw moduleError('MODULE_COMMAND_NOT_APPROVED', { ...command, changes: await changesOf(command, options) })
}
