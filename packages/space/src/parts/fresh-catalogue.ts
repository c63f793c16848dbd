import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import type { Catalogue } from '@datacortex/modules/catalogue'
import { isEmptied } from './is-emptied.ts'
import { spaceStamp } from './space-stamp.ts'

/** The agents and modules of a space as they are now: read once, and again when one of their files changed. */
export function freshCatalogue(
  paths: SpacePaths,
  { bundledDirectory }: { readonly bundledDirectory: string | undefined },
): () => Promise<Catalogue> {
  let known: { readonly stamp: string; readonly reading: Promise<Catalogue> } | undefined
  // Of npm packages, which lie in no folder of modules.
  let also: readonly string[] = []
  let hadRegistry = false
  return async () => {
    const isLost = isEmptied(paths.agentsFile)
    if (known !== undefined && hadRegistry && isLost) return await known.reading
    const stamp = spaceStamp(paths, { bundledDirectory, also })
    if (known?.stamp === stamp) return await known.reading
    const reading = read()
    known = { stamp, reading }
    try {
      const catalogue = await reading
      hadRegistry ||= !isLost
      also = catalogue.modules.modules
        .filter(({ origin }) => origin === 'npm')
        .map(({ directory }) => join(directory, 'module.yaml'))
      // Files that are new to the list must not look like changed ones, nor what changed meanwhile like what was read.
      if (known.reading === reading && stamp === spaceStamp(paths, { bundledDirectory }))
        known = { stamp: spaceStamp(paths, { bundledDirectory, also }), reading }
      return catalogue
    } catch (error) {
      if (known.reading === reading) known = undefined
      throw error
    }
  }

  async function read(): Promise<Catalogue> {
    const { readCatalogue } = await import('@datacortex/modules/catalogue')
    return await readCatalogue(paths, { bundledDirectory })
  }
}
