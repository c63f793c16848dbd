import {
  type SpacePaths,
  type Want,
  readSettingsWants,
  readTrust,
  trustSpace,
  withheldWants,
} from '@datacortex/platform'

/** All that the settings and sources of a space want of this machine, allowed or not. */
export async function spaceWants(paths: SpacePaths): Promise<readonly Want[]> {
  const { readSourceWants } = await import('@datacortex/sources')
  return [...(await readSettingsWants(paths)), ...(await readSourceWants(paths))]
}

/** Those that its user has not allowed, of the settings that are named by their first key; of all, if none is. */
export async function waitingWants(paths: SpacePaths, keys?: readonly string[]): Promise<readonly Want[]> {
  const isAsked = ({ name }: Want): boolean => keys === undefined || keys.includes(name.split('.')[0] ?? '')
  return withheldWants(paths, await spaceWants(paths)).filter(isAsked)
}

/** Allows wants of a space beside what is allowed already; each takes the place of one with its name. */
export async function allowWants(root: string, wants: readonly Want[]): Promise<void> {
  const { allowed } = await readTrust(root)
  const kept = allowed.filter((one) => !wants.some((want) => want.name === one.name))
  await trustSpace(root, { allowed: [...kept, ...wants] })
}
