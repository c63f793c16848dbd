import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { platformError } from '../errors.ts'
import { isFolder } from '../files/is-there.ts'
import { makeFolder } from '../files/make-folder.ts'
import { move } from '../files/move.ts'
import { removeFolder } from '../files/remove.ts'
import { sha256 } from '../hash.ts'
import { withLock } from '../locks/with-lock.ts'
import { patientLimit } from '../patient-limit.ts'
import { userPaths } from '../space/user-paths.ts'
import { type CheckOutOptions, checkOut, isWholeHash, listedCommit } from './check-out.ts'
import { type GitAddress, gitAddress } from './git-address.ts'
import type { RunOptions } from './run-program.ts'

/** The content of one commit of a repository, on this disk. */
export type FetchedRepository = {
  /** As it was given. */
  readonly address: string
  readonly commit: string
  /** Absolute; in the folder of the user. It never changes: another commit has another folder. */
  readonly folder: string
}

export type FetchRepositoryOptions = Pick<CheckOutOptions, 'maxBytes'> & {
  /** A whole hash, in the place of what the address names. */
  readonly commit?: string | undefined
  /** For all of it; 120,000 if absent. */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Fetches one commit of a git repository into the folder of the user, unless it is there. Nothing of the repository runs, and
 * nothing is asked.
 * @param address - As {@link gitAddress} understands it.
 * @param options - `commit`: another one than the address names. Limits.
 * @throws `FETCH_REFUSED`, `FETCH_UNREACHABLE` with what git says, `FETCH_TOO_LARGE`; the abort reason.
 * @example const { folder, commit } = await fetchRepository('github:ada/agents@v2')
 */
export async function fetchRepository(
  address: string,
  options: FetchRepositoryOptions = {},
): Promise<FetchedRepository> {
  const asked = addressOf(address)
  const { url, folder = '' } = asked
  const ref = options.commit ?? asked.ref
  const place = join(repositoriesFolder(), sha256(url).slice(0, 16))
  const rootOf = (commit: string): string => join(place, commit, asked.name)
  const fetched = async (commit: string): Promise<FetchedRepository> => {
    const found = join(rootOf(commit), folder)
    if (await isFolder(found)) return { address, commit, folder: found }
    throw platformError('FETCH_UNREACHABLE', { url: address, reason: `its commit ${commit} has no folder ${folder}` })
  }
  // Branches may be called like a path.
  if (ref !== undefined && isWholeHash(ref) && (await isFolder(rootOf(ref)))) return await fetched(ref)
  await makeFolder(place, { mode: 0o700 })
  const fetchOne = async (): Promise<string> => {
    const staged = join(place, 'incoming')
    // What a process that was killed left.
    await removeFolder(staged)
    await makeFolder(staged)
    const target = join(staged, asked.name)
    try {
      const { maxBytes } = options
      const commit = await asking(address, { ...options, directory: place }, async (limits) => {
        return await checkOut({ url, ref }, { ...limits, target, maxBytes })
      })
      await removeFolder(join(target, '.git'))
      if (!(await isFolder(rootOf(commit)))) await move(staged, join(place, commit))
      return commit
    } finally {
      await removeFolder(staged)
    }
  }
  const { signal, timeoutMs = patientLimit(longestMs) } = options
  return await fetched(await withLock(join(place, 'lock'), fetchOne, { signal, timeoutMs }))
}

/**
 * The commit that an address stands for now, without fetching it.
 * @param address - As of {@link fetchRepository}.
 * @param options - Limits.
 * @throws As {@link fetchRepository}
 * @example (await newestCommit('github:ada/agents')) === kept.commit
 */
export async function newestCommit(
  address: string,
  options: Pick<FetchRepositoryOptions, 'timeoutMs' | 'signal'> = {},
): Promise<string> {
  const asked = addressOf(address)
  return await asking(address, { ...options, directory: tmpdir() }, async (limits) => await listedCommit(asked, limits))
}

/**
 * Whether a path lies in what was fetched, so that strangers wrote what is there.
 * @param path - Absolute, as the system or a registry spells it.
 * @example isFetched('/desk/.claude/agents/a.md') // false
 */
export function isFetched(path: string): boolean {
  return path
    .split(sep)
    .join('/')
    .startsWith(`${repositoriesFolder().split(sep).join('/')}/`)
}

function repositoriesFolder(): string {
  return join(userPaths().config, 'repositories')
}

const longestMs = 120_000

function addressOf(text: string): GitAddress {
  const found = gitAddress(text)
  if (found === undefined)
    throw platformError('FETCH_REFUSED', { url: text, reason: 'it is no address of a repository' })
  return found
}

type Limits = Omit<RunOptions, 'environment'>

async function asking<T>(
  address: string,
  { directory, signal, timeoutMs = patientLimit(longestMs) }: FetchRepositoryOptions & { readonly directory: string },
  ask: (limits: Limits) => Promise<T>,
): Promise<T> {
  try {
    return await ask({ directory, signal, timeoutMs })
  } catch (error) {
    if (signal?.aborted === true || CodedError.is(error) || !(error instanceof Error)) throw error
    throw platformError('FETCH_UNREACHABLE', { url: address, reason: error.message }, { cause: error })
  }
}
