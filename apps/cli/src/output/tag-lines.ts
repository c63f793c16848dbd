/** Tags to choose from, for somebody who asked for one that no agent has. */
export function tagsHere(tags: readonly string[]): readonly string[] {
  return tags.length === 0 ? ['           no agent here has tags'] : [`tags here  ${tags.join(' · ')}`]
}
