import { type SessionMemory, readMemories } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'

/** What a space remembers. */
export async function memoriesOf(paths: SpacePaths): Promise<readonly SessionMemory[]> {
  return (await readMemories(paths)).memories
}
