import type { Finding } from '@datacortex/errors'
import type { Registry } from '../file/registry.ts'
import { checkAliases } from './check-aliases.ts'
import { type FileLookup, checkFiles } from './check-files.ts'
import { checkNames } from './check-names.ts'
import { checkPublishing } from './check-publishing.ts'
import { checkRelations } from './check-relations.ts'

/**
 * Examines the agents of a registry: names, relations, files, and what publishing would lack. Changes nothing.
 *
 * @param options - Where the space is, its folders of documents and specifications, and a signal.
 * @example const findings = await examineAgents(registry, { paths })
 */
export async function examineAgents(registry: Registry, options: FileLookup): Promise<readonly Finding[]> {
  return [
    ...checkAliases(registry),
    ...checkNames(registry),
    ...checkRelations(registry),
    ...(await checkFiles(registry, options)),
    ...checkPublishing(registry),
  ]
}
