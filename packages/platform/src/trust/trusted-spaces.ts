import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing } from '../files/if-missing.ts'
import { namesIn } from '../files/names-in.ts'
import { readTextFile } from '../files/read-text-file.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { isRecord } from '../parse/is-record.ts'
import { jsonOf } from '../parse/json-of.ts'
import { type Environment, userPaths } from '../space/user-paths.ts'
import type { AllowedWant } from './want.ts'

/** A space that the user trusts, as it is kept in the folder of the user, a file each. */
export type TrustedSpace = {
  /** The same lies in the space. */
  readonly id: string
  readonly root: string
  /** Where it lay when it was trusted first. */
  readonly boundTo: string
  /** Which folder it is on its disk. */
  readonly folder: string
  readonly allowed: readonly AllowedWant[]
  /** ISO 8601, UTC. */
  readonly trustedAt: string
}

/** Undefined if it was never trusted, or the file is damaged: that is no trust. */
export async function readTrustedSpace(id: string, environment: Environment): Promise<TrustedSpace | undefined> {
  const read = await readTextFile(fileOf(id, environment), { maxBytes: 10_000_000 })
  const kept = read.ok ? jsonOf(read.text) : undefined
  return isTrustedSpace(kept) && kept.id === id ? kept : undefined
}

export async function writeTrustedSpace(space: TrustedSpace, environment: Environment): Promise<void> {
  await writeFileAtomically(fileOf(space.id, environment), `${JSON.stringify(space)}\n`, { mode: 0o600 })
}

/** Whether there was one. */
export async function removeTrustedSpace(id: string, environment: Environment): Promise<boolean> {
  return await unlink(fileOf(id, environment)).then(() => true, ifMissing(false))
}

/**
 * The spaces that the user of this machine trusts, by their folder.
 * @param environment - What names the folder of the user.
 * @example for (const { root } of await trustedSpaces()) console.log(root)
 */
export async function trustedSpaces(environment: Environment = process.env): Promise<readonly TrustedSpace[]> {
  const ids = (await namesIn(folderOf(environment))).flatMap((name) => /^([0-9a-f]{32})\.json$/.exec(name)?.[1] ?? [])
  const spaces = await Promise.all(ids.map(async (id) => await readTrustedSpace(id, environment)))
  return spaces.filter((space) => space !== undefined).toSorted((one, other) => (one.root < other.root ? -1 : 1))
}

// Read before each operation, where to load a schema would take longer than all the rest.
function isTrustedSpace(kept: unknown): kept is TrustedSpace {
  if (!isRecord(kept) || !Array.isArray(kept['allowed'])) return false
  const texts = (of: Readonly<Record<string, unknown>>, ...keys: readonly string[]): boolean =>
    keys.every((key) => typeof of[key] === 'string')
  return (
    texts(kept, 'id', 'root', 'boundTo', 'folder', 'trustedAt') &&
    kept['allowed'].every((want: unknown) => isRecord(want) && texts(want, 'name', 'value', 'digest'))
  )
}

function folderOf(environment: Environment): string {
  return join(userPaths(environment).config, 'trusted-spaces')
}

function fileOf(id: string, environment: Environment): string {
  return join(folderOf(environment), `${id}.json`)
}
