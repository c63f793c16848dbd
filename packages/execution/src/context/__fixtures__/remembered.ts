import { type MemoryFacts, mindOf, readMemories, remember, userMind } from '@datacortex/cognition'
import { coldPort } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'

/** Keeps something as an agent, or as the user. */
export async function remembered(
  paths: SpacePaths,
  { text, agent = userMind, ...facts }: MemoryFacts & { readonly text: string; readonly agent?: string },
): Promise<void> {
  await remember(await mindOf(paths, agent), { text, facts, topic: text })
}

/** Searches files, and memories that everybody may be shown, by words. */
export function searchOf(paths: SpacePaths): ReturnType<typeof coldPort> {
  const memories = async () => (await readMemories(paths)).memories.filter(({ visibility }) => visibility !== 'private')
  return coldPort(paths, { memories })
}
