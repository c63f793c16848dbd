import { bundledModules } from '@datacortex/platform'

/** The folder of the modules that come with the command; undefined if there is none. */
export function bundledPlugins(): string | undefined {
  return bundledModules(import.meta.dirname)
}
