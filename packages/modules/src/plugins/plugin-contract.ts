import { type PluginKind, type PluginKinds, type Manifest, type Plugin, pluginError } from '@datacortex/plugin'
import { withTimeLimit } from '@datacortex/platform'
import type { DiscoveredModule } from '../discover/discovered-module.ts'

/** A started plugin. Dispose it when it is no longer needed. */
export type LoadedPlugin = AsyncDisposable &
  {
    [Kind in PluginKind]: { readonly name: string; readonly kind: Kind; readonly started: PluginKinds[Kind] }
  }[PluginKind]

// Of each list what `setup` returns has at least one function.
const requiredMethods: Readonly<Record<PluginKind, readonly (readonly string[])[]>> = {
  source: [['search', 'read', 'generate']],
  'sub-agent': [['accepts'], ['extract']],
  runner: [['run']],
  writer: [['generate']],
  speech: [['state'], ['speak']],
  directory: [['find']],
  hooks: [],
}

/** Checks what a module's entry exports, before anything of it is called. @throws `PLUGIN_INVALID` */
export function checkPlugin(loaded: unknown, { name }: { readonly name: string }): Plugin {
  const plugin = property(loaded, 'plugin')
  const issues: string[] = []
  if (typeof plugin !== 'object' || plugin === null)
    throw pluginError('PLUGIN_INVALID', { name, issues: ['its entry does not export `plugin`'] })
  const given = property(plugin, 'name')
  if (given !== name) issues.push(`it calls itself ${JSON.stringify(given)}`)
  const kind = property(plugin, 'kind')
  if (typeof kind !== 'string' || !Object.hasOwn(requiredMethods, kind))
    issues.push(`its kind ${JSON.stringify(kind)} is none of ${Object.keys(requiredMethods).join(', ')}`)
  if (typeof property(plugin, 'setup') !== 'function') issues.push('it has no function `setup`')
  const config = property(plugin, 'config')
  if (config !== undefined && typeof property(config, 'safeParse') !== 'function')
    issues.push('its `config` is no zod schema')
  if (issues.length > 0) throw pluginError('PLUGIN_INVALID', { name, issues })
  return plugin as Plugin
}

/** Checks what `setup` returned against the kind and the manifest. @throws `PLUGIN_INVALID` */
export function checkStarted(
  started: unknown,
  { module, kind, timeoutMs }: { module: DiscoveredModule; kind: PluginKind; timeoutMs: number },
): LoadedPlugin {
  const { name, manifest } = module
  const missing = requiredMethods[kind]
    .filter((choice) => !choice.some((method) => typeof property(started, method) === 'function'))
    .map((choice) => `what its setup returns has no function ${choice.join(' or ')}`)
  const hooks = kind === 'hooks' ? manifest.provides.hooks : []
  const deaf = hooks
    .filter((point) => typeof property(started, point) !== 'function')
    .map((point) => `module.yaml names the hook ${point}, which its code does not handle`)
  if (missing.length + deaf.length > 0)
    throw pluginError('PLUGIN_INVALID', { name, issues: [...missing, ...deaf], wrong: 'setup' })
  const dispose = property(started, Symbol.asyncDispose)
  return {
    name,
    kind,
    started,
    [Symbol.asyncDispose]: async () => {
      if (typeof dispose !== 'function') return
      await withTimeLimit(() => Reflect.apply(dispose, started, []) as unknown, { timeoutMs, what: 'ending it' })
    },
  } as LoadedPlugin
}

/** The defaults of a manifest's settings: flat values, or maps with `default`. */
export function moduleSettings({ settings }: Manifest): Readonly<Record<string, unknown>> {
  const pairs = Object.entries(settings).map(([key, value]) => {
    const isDescribed = typeof value === 'object' && value !== null && 'default' in value
    return [key, isDescribed ? value.default : value] as const
  })
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

export function property(value: unknown, key: PropertyKey): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined
  return Reflect.get(value, key)
}
