import type { Settings, SpacePaths } from '@datacortex/platform'
import type { Logger, Source } from '@datacortex/plugin'
import type { DiscoveredModule } from '@datacortex/modules'
import type { RegisteredSource, Sources } from '@datacortex/sources'
import { spaceError } from '../errors.ts'
import type { Work } from '../work.ts'

/** Opens the sources of a space: those of its file, over those that the modules of the program bring. Nothing is asked. */
export async function openSpaceSources(
  work: Pick<Work, 'paths' | 'openLog'> & Partial<Pick<Work, 'caller' | 'catalogue'>>,
  { modules, settings }: { readonly modules: readonly DiscoveredModule[]; readonly settings: Settings },
): Promise<Sources> {
  const [
    { openSources, defaultSources },
    { createGuardedFetch, foreignHosts, readSecret, spaceFetchOptions },
    { namedHosts },
  ] = await Promise.all([import('@datacortex/sources'), import('@datacortex/platform'), import('@datacortex/modules')])
  const { paths } = work
  const log = await work.openLog()
  const named = (module: DiscoveredModule): readonly string[] =>
    namedHosts(module, { settings: settings.plugins[module.name] })
  const isOfWeb = (module: DiscoveredModule): boolean =>
    module.manifest.permissions.network.length > 0 || foreignHosts(named(module), { known: [] }).length > 0
  const web = settings.network.web_sources ? [] : modules.filter(isOfWeb)
  const opened = await openSources(paths, {
    loadSource: async (name, source) => await loadSource(name, source, { paths, modules, settings, log }),
    fetch: createGuardedFetch(spaceFetchOptions(paths, settings.network)),
    secret: async (name, { source, sentTo }) => {
      const module = modules.find((one) => one.name === source.module)
      return await readSecret(paths, name, { sentTo: [...sentTo, ...(module === undefined ? [] : named(module))] })
    },
    now: Date.now,
    log,
    allowPrivate: settings.network.allow_private,
    defaults: { ...defaultSources, ...moduleSources(modules, settings) },
    disabled: new Set(web.flatMap(({ manifest }) => Object.keys(manifest.provides.sources))),
  })
  return await ofCaller(opened, work)
}

/** In the run of an agent whose entry names sources: those, and no others. */
async function ofCaller(
  opened: Sources,
  { caller, catalogue }: Partial<Pick<Work, 'caller' | 'catalogue'>>,
): Promise<Sources> {
  if (caller?.kind !== 'agent') return opened
  const own = (await catalogue?.())?.registry.agents.get(caller.id)?.entry.sources
  if (own === undefined || own.includes('*')) return opened
  return {
    ...opened,
    eligible: async (layer, options) => {
      const { ready, skipped } = await opened.eligible(layer, options)
      const refused = ready.filter(({ id }) => !own.includes(id))
      const reasons = refused.map(({ id }) => ({ source: id, reason: `it is not among the sources of ${caller.id}` }))
      return { ready: ready.filter(({ id }) => own.includes(id)), skipped: [...skipped, ...reasons] }
    },
    [Symbol.asyncDispose]: async () => await opened[Symbol.asyncDispose](),
  }
}

/** What modules bring that register by themselves; those that were installed are in the file already. */
function moduleSources(
  modules: readonly DiscoveredModule[],
  { plugins }: Settings,
): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const entries = modules
    .filter(({ origin }) => origin !== 'installed')
    .flatMap(({ name, manifest }) => {
      const needs = emptySetting(manifest.settings, plugins[name])
      const missing = needs === undefined ? {} : { needs: `plugins.${name}.${needs} in .datacore/settings.yaml` }
      return Object.entries(manifest.provides.sources).map(
        ([id, entry]) => [id, { ...entry, ...missing, module: name }] as const,
      )
    })
  return Object.fromEntries(entries)
}

/** A setting whose default is empty is one that only a person can fill. */
function emptySetting(
  defaults: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>> = {},
): string | undefined {
  const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)
  return Object.keys(defaults).find(
    (key) => isEmpty(defaults[key]) && (given[key] === undefined || isEmpty(given[key])),
  )
}

type LoadOptions = {
  readonly paths: SpacePaths
  readonly modules: readonly DiscoveredModule[]
  readonly settings: Settings
  readonly log: Logger
}

async function loadSource(
  name: string,
  source: RegisteredSource,
  { paths, modules, settings, log }: LoadOptions,
): Promise<Source & AsyncDisposable> {
  const module = modules.find((one) => one.name === name)
  if (module === undefined)
    throw spaceError('CLI_SOURCE_UNAVAILABLE', { source: source.id, reason: `there is no module ${name}` })
  const [{ grantedBy, loadPlugin }, { patientLimits }] = await Promise.all([
    import('@datacortex/modules'),
    import('@datacortex/platform'),
  ])
  // A model thinks before it answers.
  const limits = source.layers.includes('synthesize') ? { limits: patientLimits } : {}
  const plugin = await loadPlugin(module, { paths, log, ...limits, ...grantedBy(settings.plugins[name]) })
  if (plugin.kind === 'source') {
    const { started } = plugin
    return { ...started, [Symbol.asyncDispose]: async () => await plugin[Symbol.asyncDispose]() }
  }
  await plugin[Symbol.asyncDispose]()
  throw spaceError('CLI_SOURCE_UNAVAILABLE', {
    source: source.id,
    reason: `the module ${name} is of the kind ${plugin.kind}`,
  })
}
