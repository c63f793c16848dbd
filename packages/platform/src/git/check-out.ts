import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '@datacortex/errors'
import { platformError } from '../errors.ts'
import { ifRefused } from '../files/if-missing.ts'
import type { GitAddress } from './git-address.ts'
import { type GitOptions, runGit } from './run-git.ts'

/**
 * Checks out one commit of a repository, without history; nothing of it runs.
 * @param address - Of which `url` and `ref` count.
 * @param options - `target`: a folder that is not there yet. `maxBytes`: of what is fetched, and of its files. How git is run.
 * @returns The hash of the commit.
 * @throws The abort reason, `FETCH_TOO_LARGE`, or an Error with the reason in one line.
 * @example await checkOut({ url: 'https://github.com/ada/agents.git' }, { target, directory, timeoutMs: 60_000 })
 */
export async function checkOut(address: Pick<GitAddress, 'url' | 'ref'>, options: CheckOutOptions): Promise<string> {
  const { target, maxBytes = 500_000_000, ...run } = options
  const { url } = address
  const tooLarge = (what: string): Error => platformError('FETCH_TOO_LARGE', { url, what, maxBytes })
  const stop = new AbortController()
  // git has no limit of its own for what a server sends.
  const watch = setInterval(() => {
    if (packedBytes(target) > maxBytes) stop.abort(tooLarge('What is sent'))
  }, 200)
  const signal = AbortSignal.any([stop.signal, ...(run.signal === undefined ? [] : [run.signal])])
  await fetchOne(address, { target, run: { ...run, signal } }).finally(() => clearInterval(watch))
  const commit = (await runGit(['-C', target, 'rev-parse', '--verify', 'FETCH_HEAD^{commit}'], run)).trim()
  const files = (await runGit(['-C', target, 'ls-tree', '-r', '-l', '-z', commit], run)).split('\0')
  const bytes = files.reduce((sum, file) => sum + (Number(/^\d+ blob \w+ +(\d+)\t/.exec(file)?.[1]) || 0), 0)
  if (bytes > maxBytes) throw tooLarge('What is in it')
  await runGit(['-C', target, 'checkout', '--detach', '--quiet', commit], run)
  return commit
}

export type CheckOutOptions = GitOptions & {
  readonly target: string
  readonly maxBytes?: number | undefined
}

/** The hash of the commit that a branch or tag of a repository stands for now. */
export async function listedCommit({ url, ref }: Pick<GitAddress, 'url' | 'ref'>, limits: GitOptions): Promise<string> {
  if (ref !== undefined && isWholeHash(ref)) return ref.toLowerCase()
  const names = ref === undefined ? ['HEAD'] : [`refs/heads/${ref}`, `refs/tags/${ref}`, `refs/tags/${ref}^{}`]
  const lines = (await runGit(['ls-remote', '--quiet', '--', url, ...names], limits)).trim().split('\n')
  const found = new Map(lines.map((line) => line.split('\t').toReversed() as [string, string]))
  const commit = found.get('HEAD') ?? names.toReversed().flatMap((name) => found.get(name) ?? [])[0]
  if (commit === undefined) throw new Error(`it has no branch or tag ${ref}`)
  return commit
}

function packedBytes(target: string): number {
  const folder = join(target, '.git/objects/pack')
  const names = attempt(() => readdirSync(folder), ifRefused([]))
  const size = (name: string): number => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0
  return names.reduce((sum, name) => sum + size(name), 0)
}

/** Whether a text is the hash of a commit: SHA-1, and SHA-256 of newer repositories. */
export function isWholeHash(ref: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(ref)
}

async function fetchOne(
  { url, ref = 'HEAD' }: Pick<GitAddress, 'url' | 'ref'>,
  { target, run }: { readonly target: string; readonly run: GitOptions },
): Promise<void> {
  const isHash = isWholeHash(ref)
  const format = isHash && ref.length === 64 ? ['--object-format=sha256'] : []
  await runGit(['init', '--template=', '--quiet', ...format, '--', target], run)
  const what = ['--depth=1', '--no-tags', '--no-recurse-submodules', '--quiet']
  try {
    await runGit(['-C', target, 'fetch', ...what, '--', url, isHash ? ref.toLowerCase() : ref], run)
  } catch (error) {
    run.signal?.throwIfAborted()
    const said = error instanceof Error ? error.message : ''
    if (!/not our ref|unadvertised object|couldn't find remote ref/i.test(said)) throw error
    // Branches and tags may look like the beginning of a hash as well, so that only git can tell.
    const isPart = /^[0-9a-f]{7,63}$/i.test(ref) && !isHash
    const none = isHash
      ? `it has no commit ${ref}, or its server gives no single commits away; give a branch or tag (${said})`
      : `it has no branch or tag ${ref}`
    const whole = isPart ? "; if that is the beginning of a commit's hash, give all 40 characters of it" : ''
    throw new Error(`${none}${whole}`, { cause: error })
  }
}
