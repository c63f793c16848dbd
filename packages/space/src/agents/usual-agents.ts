import { homedir } from 'node:os'
import { relative, resolve, sep } from 'node:path'

/** Where agents usually lie, in a space and in the home of its user. */
export type UsualAgents = {
  /** Absolute paths. */
  readonly here: readonly string[]
  /** As a shell reads them. Nobody's home is imported unasked. */
  readonly home: readonly string[]
}

/** Looks where agents of a space and of its user usually lie. */
export async function usualAgents(root: string): Promise<UsualAgents> {
  const { usualAgentPlaces } = await import('@datacortex/importers')
  const home = homedir()
  const here = await usualAgentPlaces(root)
  const below = resolve(root) === resolve(home) ? [] : await usualAgentPlaces(home)
  return { here, home: below.map((place) => ['~', ...relative(home, place).split(sep)].join('/')) }
}
