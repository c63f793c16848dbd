import type { SpacePaths } from '@datacortex/platform'
import { type Exported, type ExportSource, registryOf } from '../publish/export-source.ts'
import { wellKnownPaths } from '../publish/published-paths.ts'
import { selectOwn } from '../publish/select-agents.ts'
import { publishedJson, writeExport } from '../publish/write-export.ts'
import { type CatalogOptions, aiCatalog } from './build-catalog.ts'

/**
 * Writes `.well-known/ai-catalog.json`, which leads to the cards that `exportCards` writes.
 * @throws `EXPORT_BASE_URL_INVALID` `EXPORT_NOTHING_TO_PUBLISH` `PLATFORM_FILE_UNWRITABLE`
 * @throws `REGISTRY_AGENT_NOT_FOUND` and the other errors of `resolveAgent` for ids that lead nowhere.
 * @example await exportCatalog(paths, { url: 'https://agents.example.org/', out: '/srv/agents' })
 */
export async function exportCatalog(paths: SpacePaths, options: ExportSource & CatalogOptions): Promise<Exported> {
  const { agents, findings } = selectOwn(await registryOf(paths, options), options.ids)
  const built = aiCatalog(agents, options)
  const files = [{ path: wellKnownPaths.catalog, text: publishedJson(built.catalog) }]
  return {
    ...(await writeExport(options.out, files, { ...options, ...paths })),
    findings: [...findings, ...built.findings],
  }
}
