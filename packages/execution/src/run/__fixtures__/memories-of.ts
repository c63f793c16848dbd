import { type Memory, readMemories } from '@datacortex/cognition'
import type { SpacePaths } from '@datacortex/platform'

/** What a space remembers. */
export async function memoriesOf(paths: SpacePaths): Promise<readonly Memory[]> {
  return (await readMemories(paths)).memories
}
