import { globSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '..', '..', '..')

/** Makes the input of a size, not counted, and gives back the work on it, which is. */
export type GrowthCase = (size: number) => () => unknown

/**
 * The files `*.growth.ts` beside the source that they try, from the root, with `/`, sorted. Each export is a case: an
 * input that once took, or could take, far more than twice the time when it is twice as long.
 */
export function growthFiles(): readonly string[] {
  return globSync('{packages,plugins,apps}/*/src/**/*.growth.ts', { cwd: root })
    .map((file) => file.split(sep).join('/'))
    .sort()
}

/** The cases of one file by name. */
export async function growthCases(file: string): Promise<Readonly<Record<string, GrowthCase>>> {
  return { ...((await import(pathToFileURL(join(root, file)).href)) as Record<string, GrowthCase>) }
}
