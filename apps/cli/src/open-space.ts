import { type OpenSpaceOptions, type Space, openSpace as open } from '@datacortex/space'
import { bundledPlugins } from './bundled-plugins.ts'

/**
 * Opens a space for a program of one's own, with the modules that come with `datacortex`. Nothing of it is read or loaded
 * before an operation needs it; disposing waits for what runs, and closes everything.
 * @param root - Folder that `datacortex init` made a space.
 * @throws `SPACE_NOT_FOUND`
 * @example
 * await using space = await openSpace('desk')
 * const { results } = await space.find({ task: 'my pod keeps crash looping' })
 */
export async function openSpace(root: string, options: OpenSpaceOptions = {}): Promise<Space> {
  return await open(root, { bundledDirectory: bundledPlugins(), ...options })
}
