import { relative } from 'node:path'
import { whenCoded } from '@datacortex/errors'
import { type Approvable, type BoundCommand, type Settings, type SpacePaths, visibleText } from '@datacortex/platform'
import type { DiscoveredModule } from '@datacortex/modules'
import type { Work } from '../work.ts'
import type { RegisteredSource, Sources } from '@datacortex/sources'
import { openSpaceSources } from '../parts/open-space-sources.ts'
import type { SpaceCommand } from './space-command.ts'

export type CommandPlaces = { readonly modules: readonly DiscoveredModule[]; readonly settings: Settings }

/** Every program that the settings, the modules and the sources of a space want to run, approved or not. */
export async function spaceCommands(
  work: Pick<Work, 'paths' | 'openLog'>,
  places: CommandPlaces,
): Promise<readonly SpaceCommand[]> {
  const { paths } = work
  const { modules, settings } = places
  const runners = Object.entries(settings.runners.named).flatMap(([name, own]) => {
    const module = modules.find((one) => one.name === own.plugin)
    return module === undefined ? [] : [{ at: `runners.${name}`, module, settings: own }]
  })
  const plugins = modules.map((module) => {
    return { at: `plugins.${module.name}`, module, settings: settings.plugins[module.name] }
  })
  const found = await Promise.all([
    ...[...runners, ...plugins].map(async (one) => await runnerCommand(paths, one)),
    ...modules.map(async (module) => await packageCommand(paths, module)),
  ])
  await using sources = await openSpaceSources(work, places)
  const commands = [
    ...found.filter((one) => one !== undefined),
    ...(await ofSources(paths, sources)),
    ...(await sentSecretsOf(paths, { ...places, sources })),
  ]
  return commands.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

type RunnerEntry = {
  readonly at: string
  readonly module: DiscoveredModule
  readonly settings: Readonly<Record<string, unknown>> | undefined
}

/** The command that one entry of the settings has a module run. */
export async function runnerCommand(
  paths: SpacePaths,
  { at, module, settings }: RunnerEntry,
): Promise<SpaceCommand | undefined> {
  const { moduleCommand, moduleError } = await import('@datacortex/modules')
  const found = await moduleCommand(module, { paths, settings, settingsAt: at })
  if (found === undefined) return undefined
  const { env, needsApproval, refusal: reason } = found
  const asked = { ...(await decisionsOf(found)), env }
  if (reason === undefined) return needsApproval ? asked : { ...asked, state: 'named' }
  const refused = moduleError('MODULE_COMMAND_REFUSED', { module: module.name, at, reason })
  return { ...asked, approve: async () => await Promise.reject(refused) }
}

type Asked = Pick<BoundCommand, 'command' | 'uncovered'> & Partial<Pick<BoundCommand, 'scripts' | 'refusal'>>

/** What is shown of a command and can be said of it. */
async function decisionsOf(command: Approvable & Asked): Promise<Omit<SpaceCommand, 'env'>> {
  const { approve, changesOf, approvalOf, hasApproval, revokeApproval } = await import('@datacortex/platform')
  const { at, facts, scripts, uncovered, refusal } = command
  const isApproved = (await approvalOf(command)) !== undefined
  const changes = await changesOf(command)
  return {
    name: at,
    command: command.command,
    facts,
    scripts,
    uncovered,
    ...(changes.length === 0 ? {} : { changes }),
    state: refusal !== undefined ? 'refused' : isApproved ? 'approved' : 'waiting',
    refusal,
    approve: async () => await approve(command),
    isStored: async () => await hasApproval(command),
    revoke: async () => await revokeApproval(command),
  }
}

/** What can't be read is no code that could run; anyone who wants to run it is told why. */
async function packageCommand(paths: SpacePaths, module: DiscoveredModule): Promise<SpaceCommand | undefined> {
  const { moduleApproval, packageCode } = await import('@datacortex/modules')
  const code = await packageCode(module).catch(whenCoded(() => undefined))
  if (code === undefined) return undefined
  const { manifest } = module
  const { required, optional } = manifest.requires.env_vars
  const asked = {
    ...moduleApproval(code.integrity, module),
    command: visibleText(JSON.stringify([relative(paths.root, code.entry)])),
    uncovered: ['what it imports from other packages in node_modules, and what it gets from the network'],
  }
  return { ...(await decisionsOf(asked)), env: [...manifest.permissions.env, ...required, ...optional] }
}

async function ofSources(paths: SpacePaths, { all }: Pick<Sources, 'all'>): Promise<readonly SpaceCommand[]> {
  const started = all.filter(({ mcp }) => mcp?.command !== undefined)
  return await Promise.all(started.map(async (source) => await sourceCommand(paths, source)))
}

/** Secrets that would go where only the space says. One that is nowhere goes nowhere. */
async function sentSecretsOf(
  paths: SpacePaths,
  { modules, settings, sources }: CommandPlaces & { readonly sources: Pick<Sources, 'all'> },
): Promise<readonly SpaceCommand[]> {
  const [{ namedHosts, sentSecrets }, { keyHosts }, { readSecret, secretApproval }] = await Promise.all([
    import('@datacortex/modules'),
    import('@datacortex/sources'),
    import('@datacortex/platform'),
  ])
  const ofModule = (name: string): DiscoveredModule | undefined => modules.find((module) => module.name === name)
  const sent = [
    ...modules.flatMap((module) => sentSecrets(module, { settings: settings.plugins[module.name] })),
    ...Object.values(settings.runners.named).flatMap((own) => {
      const module = ofModule(own.plugin)
      return module === undefined ? [] : sentSecrets(module, { settings: own, network: own.network })
    }),
    ...sources.all.flatMap((source) => {
      const [name, module] = [source.api_key, ofModule(source.module ?? '')]
      const own = module === undefined ? [] : namedHosts(module, { settings: settings.plugins[module.name] })
      return name === undefined ? [] : [...keyHosts(source), ...own].map((to) => ({ name, to }))
    }),
  ]
  const found = [...new Map(sent.map((one) => [`${one.name}@${one.to}`, one])).values()].map(async (one) => {
    const secret = await readSecret(paths, one.name).catch(whenCoded(() => undefined))
    if (secret === undefined) return undefined
    const command = visibleText(`the secret ${one.name} to ${one.to}`)
    return { ...(await decisionsOf({ ...(await secretApproval(paths, one)), command, uncovered: [] })), env: [] }
  })
  return (await Promise.all(found)).filter((one) => one !== undefined)
}

export async function sourceCommand(paths: SpacePaths, source: RegisteredSource): Promise<SpaceCommand> {
  const { approveMcp, mcpCommand } = await import('@datacortex/sources')
  const command = await mcpCommand(source, { paths })
  const { api_key: key } = source
  return {
    ...(await decisionsOf(command)),
    // Anyone who approves it hands it this key, too.
    env: key === undefined ? command.env : [...command.env, key],
    approve: async () => await approveMcp(command),
  }
}
