import { promptFile, readAgentBody } from '@datacortex/importers'
import type { SpacePaths } from '@datacortex/platform'
import type { AgentsToFind } from '@datacortex/registry/find'
import { readCatalogue } from './catalogue.ts'

/**
 * What `openFinder` of the registry finds: the catalogue, and the prompts that the files of its agents hold.
 * @throws `REGISTRY_YAML_INVALID` `REGISTRY_INVALID`
 * @example await using finder = await openFinder(paths, { openEmbedder, readAgents: readAgentsToFind })
 */
export async function readAgentsToFind(
  paths: SpacePaths,
  options: { readonly bundledDirectory?: string | undefined } = {},
): Promise<AgentsToFind> {
  const { registry, modules } = await readCatalogue(paths, options)
  return {
    registry,
    bundled: new Set(modules.modules.filter(({ origin }) => origin === 'bundled').map(({ name }) => name)),
    promptFile: (entry) => promptFile(paths, entry),
    readPrompt: async (entry) => {
      const body = await readAgentBody(paths, entry)
      return 'text' in body ? body.text : undefined
    },
  }
}
