import type { ModuleSpec } from './module-spec.ts'
import { type RunOptions, runProgram } from './run-program.ts'

const safe = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'protocol.ext.allow=never']

/**
 * Checks out one commit of a git repository, without its history: a branch or tag, the whole hash of a commit, such as the
 * lock file records, or what the repository itself shows. No hook of it runs. Throws an Error whose message is the reason in
 * one line; the abort reason if aborted.
 */
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

async function clone(
  { url, ref }: { readonly url: string; readonly ref: string | undefined },
  { target, run }: Into,
): Promise<void> {
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

async function fetchCommit(
  { url, hash }: { readonly url: string; readonly hash: string },
  { target, run }: Into,
): Promise<void> {
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
