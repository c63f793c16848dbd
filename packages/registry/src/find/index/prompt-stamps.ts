import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { sourcePath } from '../../file/agent-source.ts'
import type { AgentsToFind } from './agents-to-find.ts'

/** Size and time of each file of a prompt, by its path as the registry would name it; `-` for one that is not there. */
export type PromptStamps = Readonly<Record<string, string>>

/**
 * The stamps of all files that prompts are read from. Stamps and not hashes, because each `find` looks at them: reading ten
 * thousand prompts takes seconds.
 */
export function promptStamps(
  paths: SpacePaths,
  { registry, promptFile }: Pick<AgentsToFind, 'registry' | 'promptFile'>,
): PromptStamps {
  const files = [...registry.agents.values()].flatMap(({ entry }) => promptFile(entry) ?? [])
  return Object.fromEntries([...new Set(files)].map((file) => [sourcePath(paths, file), stampOf(file)]))
}

export function promptsAreUnchanged(paths: SpacePaths, stamps: PromptStamps): boolean {
  return Object.entries(stamps).every(([path, stamp]) => stampOf(resolve(paths.root, path)) === stamp)
}

/** Without waiting: some microseconds a file, a tenth of what asking for thousands at once takes. */
function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats === undefined ? '-' : `${stats.size}-${stats.mtimeMs}`
}
