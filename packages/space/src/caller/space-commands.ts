import { relative } from 'node:path'
import { whenCoded } from '@datacortex/errors'
import { type Settings, type SpacePaths, hasApproval, removeApproval, visibleText } from '@datacortex/platform'
import type { DiscoveredModule } from '@datacortex/modules'
import type { Work } from '../work.ts'
import { openSpaceSources } from '../parts/open-space-sources.ts'

/** A program that a space wants to run on this machine, or code of a package in its `node_modules`, as a document. */
export type ShownCommand = {
  /** Where it is named: `runners.claude`, `plugins.speech-espeak`, `sources.wiki`, `modules.my-package`. */
  readonly name: string
  /** Program and arguments as JSON, or the file of a package that is imported first, with everything unseen spelled out. */
  readonly command: string
  /** Names of the variables that it is given beside the ordinary ones. */
  readonly env: readonly string[]
  /** Files of the space that it runs: a change of one needs another yes. */
  readonly scripts?: readonly string[] | undefined
  /**
   * `named`: its module asks for exactly it by itself, as a person could see when it was installed. `refused`: it never runs,
   * whoever approves it, for the reason in `refusal`.
   */
  readonly state: 'approved' | 'waiting' | 'named' | 'refused'
  readonly refusal?: string | undefined
}

/** The same, and what can be said of it. */
export type SpaceCommand = ShownCommand & {
  readonly approve: () => Promise<unknown>
  /** Whether there is a yes to take back, also to what it was before; whatever its state is. */
  readonly isStored: () => Promise<boolean>
  /** Whether there was one. */
  readonly revoke: () => Promise<boolean>
}

/** What a space has that may name commands. */
export type CommandPlaces = { readonly modules: readonly DiscoveredModule[]; readonly settings: Settings }

/** Every program that the settings, the modules and the sources of a space want to run, approved or not. */
export async function spaceCommands(
  work: Pick<Work, 'paths' | 'openLog'>,
  places: CommandPlaces,
): Promise<readonly SpaceCommand[]> {
  const { paths } = work
  const { modules, settings } = places
  const runners = Object.entries(settings.runners.named).map(([name, own]) => {
    return { at: `runners.${name}`, module: modules.find((module) => module.name === own.plugin), own }
  })
  const plugins = modules.map((module) => {
    return { at: `plugins.${module.name}`, module, own: settings.plugins[module.name] ?? {} }
  })
  const found = await Promise.all([...runners, ...plugins].map(async (one) => await ofModule(paths, one)))
  const packages = await Promise.all(modules.map(async (module) => await ofPackage(paths, module)))
  const sources = await ofSources(work, places)
  return [...found.flat(), ...packages.flat(), ...sources].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

type RunnerEntry = {
  readonly at: string
  readonly module: DiscoveredModule
  readonly settings: Readonly<Record<string, unknown>>
}

/** The command that one entry of the settings has a module run. */
export async function runnerCommand(
  paths: SpacePaths,
  { at, module, settings }: RunnerEntry,
): Promise<SpaceCommand | undefined> {
  return (await ofModule(paths, { at, module, own: settings }))[0]
}

type ModuleEntry = {
  readonly at: string
  readonly module: DiscoveredModule | undefined
  readonly own: Readonly<Record<string, unknown>>
}

async function ofModule(paths: SpacePaths, { at, module, own }: ModuleEntry): Promise<readonly SpaceCommand[]> {
  if (module === undefined) return []
  const { approveCommand, commandApproval, isCommandApproved, moduleCommand } = await import('@datacortex/modules')
  const found = await moduleCommand(module, { paths, settings: own })
  if (found === undefined) return []
  const { command, env, scripts, needsApproval } = found
  return [
    {
      name: at,
      command,
      env,
      scripts,
      state: !needsApproval ? 'named' : (await isCommandApproved(found)) ? 'approved' : 'waiting',
      approve: async () => await approveCommand(found),
      isStored: async () => await hasApproval(commandApproval(found)),
      revoke: async () => await removeApproval(commandApproval(found)),
    },
  ]
}

/** What can't be read is no code that could run; whoever wants to run it is told why. */
async function ofPackage(paths: SpacePaths, module: DiscoveredModule): Promise<readonly SpaceCommand[]> {
  const { approveModule, isModuleApproved, moduleApproval, packageCode } = await import('@datacortex/modules')
  const code = await packageCode(module).catch(whenCoded(() => undefined))
  if (code === undefined) return []
  const { name, version, manifest } = module
  const { required, optional } = manifest.requires.env_vars
  return [
    {
      name: `modules.${name}`,
      command: visibleText(JSON.stringify([relative(paths.root, code.entry)])),
      env: [...manifest.permissions.env, ...required, ...optional],
      state: (await isModuleApproved(code.integrity)) ? 'approved' : 'waiting',
      approve: async () => await approveModule(code.integrity, { name, version }),
      isStored: async () => await hasApproval(moduleApproval(code.integrity)),
      revoke: async () => await removeApproval(moduleApproval(code.integrity)),
    },
  ]
}

async function ofSources(
  work: Pick<Work, 'paths' | 'openLog'>,
  places: CommandPlaces,
): Promise<readonly SpaceCommand[]> {
  const { paths } = work
  const { approveMcpSource, hasMcpApproval, isMcpApproved, mcpCommand, revokeMcpSource } =
    await import('@datacortex/sources')
  await using sources = await openSpaceSources(work, places)
  const started = sources.all.filter(({ mcp }) => mcp?.command !== undefined)
  return await Promise.all(
    started.map(async (source): Promise<SpaceCommand> => {
      const { command, env, refusal } = await mcpCommand(source, { paths })
      const isApproved = refusal === undefined && (await isMcpApproved(source, { paths }))
      return {
        name: `sources.${source.id}`,
        command,
        env: source.api_key === undefined ? env : [...env, source.api_key],
        state: refusal !== undefined ? 'refused' : isApproved ? 'approved' : 'waiting',
        refusal,
        approve: async () => await approveMcpSource(source, { paths }),
        isStored: async () => await hasMcpApproval(source, { paths }),
        revoke: async () => await revokeMcpSource(source, { paths }),
      }
    }),
  )
}
