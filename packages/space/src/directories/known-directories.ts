import type { KnownDirectory } from '@datacortex/directory'
import type { DiscoveredModule } from '@datacortex/modules'
import { type Settings, readSettings, sha256 } from '@datacortex/platform'
import type { Work } from '../work.ts'

export type SpaceDirectory = KnownDirectory & {
  readonly module: DiscoveredModule
  /** The section of the settings and the key in it that holds the addresses. */
  readonly section: string | readonly string[]
  readonly key: string
  readonly addresses: readonly string[]
}

const prefix = 'directory-'

/** The directories that modules bring, each with the addresses of the settings, read if absent; no code is loaded. */
export async function knownDirectories(work: Pick<Work, 'paths' | 'catalogue' | 'openLog'>, given?: Settings) {
  const [{ modules }, settings] = await Promise.all([work.catalogue(), given ?? readSettings(work.paths)])
  return modules.modules
    .filter(({ name }) => name.startsWith(prefix))
    .map((module) => spaceDirectory(work, { module, settings: settingsOf(module, settings) }))
}

/** The directory of a module with these settings, whether they stand in a file or not. */
export function spaceDirectory(
  { paths, openLog }: Pick<Work, 'paths' | 'openLog'>,
  { module, settings }: { readonly module: DiscoveredModule; readonly settings: Readonly<Record<string, unknown>> },
): SpaceDirectory {
  const key = addressesKey(module)
  const listed = settings[key]
  return {
    name: module.name.slice(prefix.length),
    module,
    section: sectionOf(module.name),
    key,
    settings: sha256(JSON.stringify(settings)),
    addresses: Array.isArray(listed) ? listed.filter((item) => typeof item === 'string') : [],
    open: async () => {
      const [{ grantedBy, loadPlugin }, { directoryError }] = await Promise.all([
        import('@datacortex/modules'),
        import('@datacortex/directory'),
      ])
      const plugin = await loadPlugin(module, {
        paths,
        log: await openLog(),
        ...grantedBy(settings),
        settingsAt: [sectionOf(module.name)].flat().join('.'),
      })
      const { kind, started } = plugin
      if (kind !== 'directory')
        throw directoryError('DIRECTORY_FAILED', { name: module.name, reason: `it is a module of the kind ${kind}` })
      return { directory: started, [Symbol.asyncDispose]: async () => await plugin[Symbol.asyncDispose]() }
    },
  }
}

/** What stands in the settings of the space for a module; relays are published to as well, and have a section of their own. */
export function settingsOf({ name }: DiscoveredModule, { plugins, nostr }: Settings) {
  const { relays, deadline_ms } = nostr
  return sectionOf(name) === 'nostr' ? { ...plugins[name], relays, deadline_ms } : (plugins[name] ?? {})
}

/** Where the addresses of a module stand in the settings. */
function sectionOf(module: string): string | readonly string[] {
  return module === `${prefix}nostr` ? 'nostr' : ['plugins', module]
}

/** Its manifest gives each setting a default, and that of the addresses is a list. */
function addressesKey({ manifest }: DiscoveredModule): string {
  return Object.entries(manifest.settings).find(([, value]) => Array.isArray(value))?.[0] ?? 'addresses'
}
