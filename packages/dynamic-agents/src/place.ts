import { join } from 'node:path'
import {
  type SpacePaths,
  foldedName,
  namesIn,
  platformError,
  relativeParts,
  sha256,
  systemErrorReason,
} from '@datacortex/platform'
import { attempt, codedError } from '@datacortex/errors'
import { currentId, findId, type Registry } from '@datacortex/registry'
import { dynamicError } from './errors.ts'

/** A reference that was handed out: `parent/child[@hash]`, as deep as agents make each other. */
export type Reference = {
  /** Id of the agent of the registry at the top, as it is now. */
  readonly root: string
  /** Its ids: as it is now, and as it was. */
  readonly roots: readonly string[]
  /** Ids below it, at least one. */
  readonly below: readonly string[]
  /** The beginning of the hash that it names. */
  readonly hash: string | undefined
}

/** Reads a reference; undefined for what is an agent of the registry, or can be none of a dynamic one. */
export function readReference(registry: Registry, text: string): Reference | undefined {
  if (staticId(registry, text) !== undefined) return undefined
  const [, path = '', hash] = /^(.*?)(?:@([0-9a-f]{8,64}))?$/su.exec(text) ?? []
  const parts = path.split('/')
  // Ids of the registry may hold a slash themselves.
  for (let length = parts.length - 1; length > 0; length -= 1) {
    const named = staticId(registry, parts.slice(0, length).join('/'))
    if (named === undefined) continue
    const root = currentId(registry, named) ?? named
    const former = [...registry.agents.keys()].filter((id) => id !== root && currentId(registry, id) === root)
    return { root, roots: [...new Set([root, named, ...former])], below: parts.slice(length).map(checkedId), hash }
  }
  return undefined
}

/** Dynamic agents may be among the others, where somebody needs them there. */
function staticId(registry: Registry, text: string): string | undefined {
  const id = findId(registry, text)
  return id !== undefined && registry.agents.get(id)?.dynamic === undefined ? id : undefined
}

/** An id of a dynamic agent in its composed form. Throws `DYNAMIC_ID_INVALID`. */
export function checkedId(text: string): string {
  const id = text.normalize('NFC')
  const refuse = (reason: string): never => {
    throw dynamicError('DYNAMIC_ID_INVALID', { id: text.slice(0, 100), reason })
  }
  if (id === '') return refuse('it is empty')
  if (/[/\\]/.test(id)) return refuse('it has a slash')
  const problem = attempt(() => void relativeParts(id), codedError)
  if (id.length > 64) return refuse('it is longer than 64 characters')
  if (!/^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.-]*$/u.test(id))
    return refuse('it has other characters than letters, digits, `-`, `_` and `.`, or begins with one of these')
  if (problem !== undefined || /\.ya?ml$/i.test(id)) return refuse('a file can not be called so on every system')
  return id
}

/** Where recipes of all agents lie: state of the space, git-ignored. */
export function recipesFolder(paths: SpacePaths): string {
  return join(paths.stateDirectory, 'dynamic')
}

/** The folder in which an agent of the registry keeps its recipes; an id that can't be one has a hash in its place. */
export function rootFolder(paths: SpacePaths, root: string): string {
  // A folder whose agent is gone is called by its own name.
  const isPlain = /^(?:~[0-9a-f]{24}|[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.-]*)$/u.test(root) && root === root.normalize('NFC')
  return join(recipesFolder(paths), isPlain ? root : `~${sha256(root).slice(0, 24)}`)
}

/** One lock for an agent of the registry and all below it. */
export function recipesLock(paths: SpacePaths, root: string): string {
  return join(paths.locksDirectory, `dynamic-${sha256(root).slice(0, 24)}`)
}

/** Ids of the agents whose recipes lie in a folder. Throws `PLATFORM_FILE_UNREADABLE` where something else is in its place. */
export async function idsIn(folder: string): Promise<readonly string[]> {
  const names = await namesIn(folder).catch((error: unknown) => {
    const reason = systemErrorReason(error)
    throw platformError('PLATFORM_FILE_UNREADABLE', { file: folder, reason }, { cause: error })
  })
  const files = names.filter((name) => name.endsWith('.yaml') && !name.startsWith('.'))
  return files.map((name) => name.slice(0, -'.yaml'.length)).toSorted()
}

/** The id among others that no file system may tell apart from it. */
export function sameName(id: string, others: readonly string[]): string | undefined {
  return others.find((other) => foldedName(other) === foldedName(id))
}
