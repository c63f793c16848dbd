import { randomBytes } from 'node:crypto'
import { realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ifRefused } from '../files/if-missing.ts'
import { readTextFile } from '../files/read-text-file.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { sha256 } from '../hash.ts'
import { type SpacePaths, spacePaths } from '../space/space-paths.ts'
import { type Environment, userPaths } from '../space/user-paths.ts'
import type { SpaceTrust } from './trust-decision.ts'
import { readTrustedSpace, removeTrustedSpace, trustedSpaces, writeTrustedSpace } from './trusted-spaces.ts'
import type { AllowedWant, Want } from './want.ts'

/**
 * What the user decided about a space. A folder that was moved is known by an id that lies in it and by its identity on the
 * disk; a copy, also one with that id, is restricted.
 * @param root - Folder of the space.
 * @param environment - What names the folder of the user.
 * @example (await readTrust('/desk')).state // 'restricted'
 */
export async function readTrust(root: string, environment: Environment = process.env): Promise<SpaceTrust> {
  const directory = resolve(root)
  const restricted = { state: 'restricted', allowed: [] } as const
  const id = await idOf(directory)
  const known = id === undefined ? undefined : await readTrustedSpace(id, environment)
  if (known === undefined) return { ...restricted, reason: 'new' }
  const folder = await folderOf(directory)
  if (folder === undefined || known.folder !== folder) return { ...restricted, reason: 'copied', former: known.root }
  const { boundTo, allowed } = known
  // Moved: the next question names where it lies now. What has to write there reports if it can't.
  if (known.root !== directory) await writeTrustedSpace({ ...known, root: directory }, environment).catch(() => {})
  return { state: 'trusted', id: known.id, boundTo, allowed }
}

/**
 * Remembers that the user trusts a space and allows what it wants; what was allowed before and is not among it is dropped.
 * @param root - Folder of the space.
 * @param options - `allowed`: all that it may want from now on. `environment`: what names the folder of the user.
 * @returns As {@link readTrust}.
 * @throws `PLATFORM_FILE_UNWRITABLE` if the space or the folder of the user can't be written.
 * @example await trustSpace('/desk', { allowed: [] })
 */
export async function trustSpace(
  root: string,
  { allowed, environment = process.env }: { allowed: readonly AllowedWant[]; environment?: Environment },
): Promise<SpaceTrust> {
  const directory = resolve(root)
  const before = await readTrust(directory, environment)
  // A copy becomes a space of its own: the id of what it was copied from goes on to mean that. Other users know it by it too.
  const kept = before.reason === 'copied' ? undefined : await idOf(directory)
  const id = kept ?? randomBytes(16).toString('hex')
  if (kept === undefined) await writeFileAtomically(idFile(directory), `${id}\n`, { mode: 0o600 })
  const folder = (await folderOf(directory)) ?? ''
  const place = before.boundTo ?? (await realpath(directory))
  // Where another one lay that moved away, its approvals and tokens go on to be that one's.
  const isTaken = (await trustedSpaces(environment)).some((one) => one.boundTo === place && one.id !== id)
  const wants = allowed.map(({ name, value, digest }) => ({ name, value, digest }))
  const trustedAt = new Date().toISOString()
  await writeTrustedSpace(
    { id, root: directory, boundTo: isTaken ? `${place} ${id}` : place, folder, allowed: wants, trustedAt },
    environment,
  )
  return await readTrust(directory, environment)
}

/**
 * Trusts a space no longer.
 * @param root - Folder of the space.
 * @param environment - What names the folder of the user.
 * @returns Whether it was trusted.
 * @example await revokeTrust('/desk')
 */
export async function revokeTrust(root: string, environment: Environment = process.env): Promise<boolean> {
  if ((await readTrust(root, environment)).state === 'restricted') return false
  const id = await idOf(resolve(root))
  return id !== undefined && (await removeTrustedSpace(id, environment))
}

/**
 * The paths of a space under what its user decided: state and cache of a restricted one lie in the folder of the user.
 * @param paths - Of the space.
 * @param options - `trust`: as {@link readTrust} gives it. `environment`: what names the folder of the user.
 * @example withTrust(paths, { trust: await readTrust(paths.root) }).cacheDirectory
 */
export function withTrust(
  paths: SpacePaths,
  { trust, environment = process.env }: { trust: SpaceTrust; environment?: Environment },
): SpacePaths {
  const { root } = paths
  if (trust.state !== 'restricted') return { ...spacePaths(root), trust }
  const own = join(userPaths(environment).cache, 'restricted', sha256(root).slice(0, 32))
  const stateDirectory = join(own, 'state')
  const locksDirectory = join(stateDirectory, 'locks')
  return { ...spacePaths(root), stateDirectory, locksDirectory, cacheDirectory: join(own, 'cache'), trust }
}

/**
 * The paths of a space for which the program that asks answers itself: whatever it wants is allowed.
 * @param paths - Of the space.
 * @example ownPaths(spacePaths('/desk')).trust.state // 'own'
 */
export function ownPaths(paths: SpacePaths): SpacePaths {
  return { ...paths, trust: { ...paths.trust, state: 'own' } }
}

/**
 * What of its wants a space may not have.
 * @param paths - Of the space.
 * @param wants - Such as those of its settings.
 * @example withheldWants(paths, await readSettingsWants(paths)).length // 0
 */
export function withheldWants<Some extends Want>(
  { trust }: Pick<SpacePaths, 'trust'>,
  wants: readonly Some[],
): readonly Some[] {
  return trust.state === 'own' ? [] : wants.filter(({ digest }) => !trust.allowed.some((one) => one.digest === digest))
}

function idFile(root: string): string {
  return join(spacePaths(root).stateDirectory, 'space-id')
}

async function idOf(root: string): Promise<string | undefined> {
  const read = await readTextFile(idFile(root), { maxBytes: 100 })
  return read.ok ? /^([0-9a-f]{32})\n?$/.exec(read.text)?.[1] : undefined
}

/** Which folder it is on its disk, wherever it is moved there. */
async function folderOf(root: string): Promise<string | undefined> {
  const found = await stat(root, { bigint: true }).catch(ifRefused(undefined))
  return found === undefined ? undefined : String(found.ino)
}
