import { execFile } from 'node:child_process'
import { programToStart } from '@datacortex/platform'
import type { ModuleSpec } from './module-spec.ts'

const safe = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'protocol.ext.allow=never']

/** Checks out one commit of a repository, without history and hooks. Throws an Error with the reason in one line. */
export async function checkOut(
  spec: Pick<ModuleSpec & { readonly kind: 'git' }, 'url' | 'ref'>,
  { target, run }: { readonly target: string; readonly run: RunOptions },
): Promise<string> {
  const { url, ref } = spec
  if (ref !== undefined && wholeHash.test(ref)) await fetchCommit({ url, hash: ref.toLowerCase() }, { target, run })
  else await clone({ url, ref }, { target, run })
  return (await runProgram(['git', ...safe, '-C', target, 'rev-parse', 'HEAD'], run)).trim()
}

/** SHA-1, and SHA-256 of newer repositories. */
const wholeHash = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i
const partOfHash = /^[0-9a-f]{7,63}$/i

type Into = { readonly target: string; readonly run: RunOptions }

async function clone({ url, ref }: { url: string; ref: string | undefined }, { target, run }: Into): Promise<void> {
  const what = ['--depth=1', '--single-branch', '--no-tags', '--template=', '--quiet']
  const branch = ref === undefined ? [] : [`--branch=${ref}`]
  try {
    await runProgram(['git', ...safe, 'clone', ...what, ...branch, '--', url, target], run)
  } catch (error) {
    run.signal?.throwIfAborted()
    // Branches and tags may look like this as well, so that only git can tell.
    if (ref === undefined || !partOfHash.test(ref) || !isRefusal(error)) throw error
    const reason = `it has no branch or tag ${ref}; if that is the beginning of a commit's hash, give all 40 characters of it`
    throw new Error(reason, { cause: error })
  }
}

async function fetchCommit({ url, hash }: { url: string; hash: string }, { target, run }: Into): Promise<void> {
  const format = hash.length === 64 ? ['--object-format=sha256'] : []
  await runProgram(['git', ...safe, 'init', '--template=', '--quiet', ...format, '--', target], run)
  try {
    const what = ['--depth=1', '--no-tags', '--no-recurse-submodules', '--quiet']
    await runProgram(['git', ...safe, '-C', target, 'fetch', ...what, '--', url, hash], run)
  } catch (error) {
    run.signal?.throwIfAborted()
    if (!isRefusal(error)) throw error
    const reason = `it has no commit ${hash}, or its server gives no single commits away; give a branch or tag`
    throw new Error(`${reason} (${(error as Error).message})`, { cause: error })
  }
  await runProgram(['git', ...safe, '-C', target, 'checkout', '--detach', '--quiet', 'FETCH_HEAD'], run)
}

/** Whether the repository answered, and has or gives no such thing. */
function isRefusal(error: unknown): boolean {
  const said = error instanceof Error ? error.message : ''
  return /not our ref|unadvertised object|couldn't find remote ref|Could not find remote branch|Remote branch .* not found/i.test(
    said,
  )
}

/** How to run another program: never through a shell. */
export type RunOptions = {
  readonly directory: string
  /** Added to this process's environment. */
  readonly environment: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** Gives the output of a program. Throws the abort reason, or an Error with the reason in one line. */
export async function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  { directory, environment, timeoutMs, signal }: RunOptions,
): Promise<string> {
  const file = await programToStart(program)
  return await new Promise((resolve, reject) => {
    const options = {
      cwd: directory,
      env: { ...process.env, ...environment },
      timeout: timeoutMs,
      killSignal: 'SIGKILL' as const,
      maxBuffer: 10_000_000,
      windowsHide: true,
      ...(signal === undefined ? {} : { signal }),
    }
    execFile(file, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else if (signal?.aborted === true) reject(signal.reason as Error)
      else reject(new Error(reasonOf(error, { program, stderr, timeoutMs }), { cause: error }))
    })
  })
}

function reasonOf(
  error: Error & { readonly code?: unknown; readonly killed?: boolean | undefined },
  { program, stderr, timeoutMs }: { readonly program: string; readonly stderr: string; readonly timeoutMs: number },
): string {
  if (error.code === 'ENOENT') return `the program ${program} is not installed`
  if (error.killed === true) return `${program} took longer than ${timeoutMs} ms`
  // The cause stands in the last lines that name an error; before it come notes on progress.
  const lines = stderr.split('\n').filter((line) => line.trim() !== '')
  const errors = lines.filter((line) => /error|fatal/i.test(line) && !/complete log/.test(line))
  const said = (errors.length > 0 ? errors : lines).slice(0, 3).join(' / ').slice(0, 500)
  // It goes into a sentence that has a full stop of its own.
  return `${program} says: ${said.replace(/[.\s]+$/, '')}`
}
