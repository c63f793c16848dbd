import type { SpacePaths } from '@datacortex/platform'
import { readRegistry } from '@datacortex/registry'
import { type CreateOptions, createDynamicAgent } from '../create.ts'
import type { ResolveOptions } from '../resolve.ts'

/** Stands for the rules of places of `execution`: folders with all below them. */
export const places: ResolveOptions['places'] = {
  meant: (name) => (name === 'zettel' ? ['0-personal/notes/zettel'] : [name]),
  bounds: (some) => (path) =>
    some.some((one) => {
      const folder = (one === 'zettel' ? '0-personal/notes/zettel' : one).replace(/\/\*\*$/, '')
      return path === folder || path.startsWith(`${folder}/`)
    }),
}

export async function createIn(
  paths: SpacePaths,
  id: string,
  more: Partial<CreateOptions>,
): ReturnType<typeof createDynamicAgent> {
  const usual = {
    parent: 'architect',
    primer: 'You solve equations.',
    capabilities: {},
    tasks: {},
    limits: {},
    createdBy: 'user',
  }
  return await createDynamicAgent(paths, { registry: await readRegistry(paths), places, ...usual, id, ...more })
}
