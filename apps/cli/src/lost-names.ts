import { CodedError } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import type { Finding, Registry } from '@datacortex/registry'
import { bundledPlugins } from './bundled-plugins.ts'

/** Says of a query that is nothing but an id why it leads to no agent: its alias names none, or it was removed. */
export type LostNames = (query: string) => Promise<Finding | undefined>

/**
 * Makes what tells that an id leads nowhere, where a search by meaning would find others without a word. The registry is
 * read once, and only for a query that may be an id.
 *
 * @param paths - Of the space.
 * @example const finding = await lostNames(paths)('old-tuner')
 */
export function lostNames(paths: SpacePaths): LostNames {
  let reading: Promise<Registry | undefined> | undefined
  return async (query) => {
    const id = query.trim()
    if (id === '' || /\s/.test(id)) return undefined
    const registry = await (reading ??= registryIfAny(paths))
    if (registry?.agents.has(id) !== true) return undefined
    const { resolveAgent } = await import('@datacortex/registry')
    try {
      resolveAgent(registry, id)
      return undefined
    } catch (error) {
      if (!CodedError.is(error)) throw error
      const { code, message, hint } = error
      return { code, severity: 'warning', subject: id, message, hint }
    }
  }
}

/** Agents are found also where the registry can't be read any more. */
async function registryIfAny(paths: SpacePaths): Promise<Registry | undefined> {
  const { readCatalogue } = await import('@datacortex/registry')
  try {
    return (await readCatalogue(paths, { bundledDirectory: bundledPlugins() })).registry
  } catch (error) {
    if (CodedError.is(error)) return undefined
    throw error
  }
}
