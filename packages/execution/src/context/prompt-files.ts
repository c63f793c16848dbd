import { relative, sep } from 'node:path'
import { type SpacePaths, pathInSpace } from '@datacortex/platform'
import type { AgentEntry, Registry } from '@datacortex/registry'
import { promptFile } from '@datacortex/importers'

export function promptOwners(paths: SpacePaths, registry: Registry): (path: string) => string | undefined {
  let owners: ReadonlyMap<string, string> | undefined
  return (path) => {
    owners ??= new Map(
      [...registry.agents.values()].toReversed().flatMap(({ id, entry }) => {
        const place = promptPlace(paths, entry)
        return place === undefined ? [] : [[place, id]]
      }),
    )
    return owners.get(path)
  }
}

/** Where in the space the file of an agent's prompt lies. `entry`: only `source` is used. */
export function promptPlace(paths: SpacePaths, entry: Pick<AgentEntry, 'source'>): string | undefined {
  const file = promptFile(paths, entry)
  return file === undefined ? undefined : pathInSpace(relative(paths.root, file).split(sep).join('/'))
}
