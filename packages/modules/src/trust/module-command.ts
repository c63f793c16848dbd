import { realpath } from 'node:fs/promises'
import { type SpacePaths, sha256, visibleText } from '@datacortex/platform'
import type { DiscoveredModule } from '../discover/discovered-module.ts'
import { moduleSettings } from '../plugins/plugin-contract.ts'
import { commandScripts } from './command-scripts.ts'

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
 * @param options - The space; `settings`: of the space for this module.
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
