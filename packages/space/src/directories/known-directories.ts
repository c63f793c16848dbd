import type { KnownDirectory } from '@datacortex/directory'
import type { DiscoveredModule } from '@datacortex/modules'
import { type Settings, readSettings, sha256 } from '@datacortex/platform'
import type { Work } from '../work.ts'

/** A directory of this space, and the addresses that are asked. */
export type SpaceDirectory = KnownDirectory & {
  readonly module: DiscoveredModule
  /** The key of its settings that holds the addresses. */
  readonly key: string
  readonly addresses: readonly string[]
}

const prefix = 'directory-'

/** The directories that modules bring, each with the addresses of the settings; no code is loaded. */
export async function knownDirectories(
  work: Pick<Work, 'paths' | 'catalogue' | 'openLog'>,
): Promise<readonly SpaceDirectory[]> {
  const [{ modules }, settings] = await Promise.all([work.catalogue(), readSettings(work.paths)])
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
    key,
    settings: sha256(JSON.stringify(settings)),
    addresses: Array.isArray(listed) ? listed.filter((item) => typeof item === 'string') : [],
    open: async () => {
      const [{ grantedBy, loadPlugin }, { directoryError }] = await Promise.all([
        import('@datacortex/modules'),
        import('@datacortex/directory'),
      ])
      const plugin = await loadPlugin(module, { paths, log: await openLog(), ...grantedBy(settings) })
      const { kind, started } = plugin
      if (kind !== 'directory')
        throw directoryError('DIRECTORY_FAILED', { name: module.name, reason: `it is a module of the kind ${kind}` })
      return { directory: started, [Symbol.asyncDispose]: async () => await plugin[Symbol.asyncDispose]() }
    },
  }
}

/** What stands in the settings of the space for a module. */
export function settingsOf({ name }: DiscoveredModule, { plugins }: Settings): Readonly<Record<string, unknown>> {
  return plugins[name] ?? {}
}

/** Its manifest gives each setting a default, and that of the addresses is a list. */
function addressesKey({ manifest }: DiscoveredModule): string {
  return Object.entries(manifest.settings).find(([, value]) => Array.isArray(value))?.[0] ?? 'addresses'
}
