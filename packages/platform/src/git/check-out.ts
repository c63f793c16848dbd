import { readdirSync, statSync } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { attempt } from '@datacortex/errors'
import { platformError } from '../errors.ts'
import { ifRefused } from '../files/if-missing.ts'
import type { GitAddress } from './git-address.ts'
import { type RunOptions, runProgram } from './run-program.ts'

/** Switches that let nothing run which a repository, a template or the settings of a user name. */
const closed = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['protocol.ext.allow', 'never'],
  ['submodule.recurse', 'false'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`])

/**
 * Variables of git: no question, no transport that runs a command, no large files behind a filter, no settings from elsewhere.
 *
 * @example await checkOut({ url }, { target, run: { directory, timeoutMs: 60_000, environment: gitEnvironment() } })
 */
export function gitEnvironment(): RunOptions['environment'] {
  const own = Object.keys(process.env).filter((name) => /^GIT_(?!SSH|SSL_|HTTP_)/.test(name))
  return {
    ...Object.fromEntries(own.map((name) => [name, undefined])),
    GIT_SSH_COMMAND: process.env['GIT_SSH_COMMAND'] ?? 'ssh -oBatchMode=yes',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    // What it says of a commit that it does not have is read.
    LC_ALL: 'C',
    GIT_ALLOW_PROTOCOL: 'file:https:ssh:git',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
  }
}

/**
 * Checks out one commit of a repository, without history; nothing of it runs.
 *
 * @param address - Of which `url` and `ref` count.
 * @param options - `target`: a folder that is not there yet. `run`: how git is run. `maxBytes`: of what is fetched, and of its files.
 * @returns The hash of the commit.
 * @throws The abort reason, `FETCH_TOO_LARGE`, or an Error with the reason in one line.
 * @example await checkOut({ url: 'https://github.com/ada/agents.git' }, { target, run })
 */
export async function checkOut(address: Pick<GitAddress, 'url' | 'ref'>, options: CheckOutOptions): Promise<string> {
  const { target, run, maxBytes = 500_000_000 } = options
  const { url, ref } = address
  const tooLarge = (what: string): Error => platformError('FETCH_TOO_LARGE', { url, what, maxBytes })
  const stop = new AbortController()
  // git has no limit of its own for what a server sends.
  const watch = setInterval(() => {
    if (packedBytes(target) > maxBytes) stop.abort(tooLarge('What is sent'))
  }, 200)
  const signal = AbortSignal.any([stop.signal, ...(run.signal === undefined ? [] : [run.signal])])
  const into = { target, run: { ...run, signal } }
  const isHash = ref !== undefined && wholeHash.test(ref)
  const fetched = isHash ? fetchCommit({ url, hash: ref.toLowerCase() }, into) : clone({ url, ref }, into)
  const name = await fetched.finally(() => clearInterval(watch))
  const commit = (await git(['-C', target, 'rev-parse', '--verify', `${name}^{commit}`], run)).trim()
  const files = (await git(['-C', target, 'ls-tree', '-r', '-l', '-z', commit], run)).split('\0')
  const bytes = files.reduce((sum, file) => sum + (Number(/^\d+ blob \w+ +(\d+)\t/.exec(file)?.[1]) || 0), 0)
  if (bytes > maxBytes) throw tooLarge('What is in it')
  await git(['-C', target, 'checkout', '--detach', '--quiet', commit], run)
  return commit
}

export type CheckOutOptions = {
  readonly target: string
  readonly run: RunOptions
  readonly maxBytes?: number | undefined
}

/** The hash of the commit that a branch or tag of a repository stands for now. */
export async function listedCommit({ url, ref }: Pick<GitAddress, 'url' | 'ref'>, run: RunOptions): Promise<string> {
  if (ref !== undefined && wholeHash.test(ref)) return ref.toLowerCase()
  const names = ref === undefined ? ['HEAD'] : [`refs/heads/${ref}`, `refs/tags/${ref}`, `refs/tags/${ref}^{}`]
  const lines = (await git(['ls-remote', '--quiet', '--', url, ...names], run)).trim().split('\n')
  const found = new Map(lines.map((line) => line.split('\t').toReversed() as [string, string]))
  const commit = found.get('HEAD') ?? names.toReversed().flatMap((name) => found.get(name) ?? [])[0]
  if (commit === undefined) throw new Error(`it has no branch or tag ${ref}`)
  return commit
}

async function git(args: readonly string[], run: RunOptions): Promise<string> {
  return await runProgram(['git', ...closed, ...args], run)
}

function packedBytes(target: string): number {
  const folder = join(target, '.git/objects/pack')
  const names = attempt(() => readdirSync(folder), ifRefused([]))
  const size = (name: string): number => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0
  return names.reduce((sum, name) => sum + size(name), 0)
}

/** SHA-1, and SHA-256 of newer repositories. */
const wholeHash = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i
const partOfHash = /^[0-9a-f]{7,63}$/i

type Into = { readonly target: string; readonly run: RunOptions }

async function clone({ url, ref }: { url: string; ref: string | undefined }, { target, run }: Into): Promise<string> {
  const what = ['--depth=1', '--single-branch', '--no-tags', '--no-checkout', '--template=', '--quiet']
  const branch = ref === undefined ? [] : [`--branch=${ref}`]
  try {
    await git(['clone', ...what, ...branch, '--', url, target], run)
    return 'HEAD'
  } catch (error) {
    run.signal?.throwIfAborted()
    // Branches and tags may look like this as well, so that only git can tell.
    if (ref === undefined || !partOfHash.test(ref) || !isRefusal(error)) throw error
    const reason = `it has no branch or tag ${ref}; if that is the beginning of a commit's hash, give all 40 characters of it`
    throw new Error(reason, { cause: error })
  }
}

async function fetchCommit({ url, hash }: { url: string; hash: string }, { target, run }: Into): Promise<string> {
  const format = hash.length === 64 ? ['--object-format=sha256'] : []
  await git(['init', '--template=', '--quiet', ...format, '--', target], run)
  try {
    const what = ['--depth=1', '--no-tags', '--no-recurse-submodules', '--quiet']
    await git(['-C', target, 'fetch', ...what, '--', url, hash], run)
    return 'FETCH_HEAD'
  } catch (error) {
    run.signal?.throwIfAborted()
    if (!isRefusal(error)) throw error
    const reason = `it has no commit ${hash}, or its server gives no single commits away; give a branch or tag`
    throw new Error(`${reason} (${(error as Error).message})`, { cause: error })
  }
}

/** Whether the repository answered, and has or gives no such thing. */
function isRefusal(error: unknown): boolean {
  const said = error instanceof Error ? error.message : ''
  return /not our ref|unadvertised object|couldn't find remote ref|Could not find remote branch|Remote branch .* not found/i.test(
    said,
  )
}
