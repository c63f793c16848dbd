import { hostname } from 'node:os'
import { type NightPorts, nightshiftError } from '@datacortex/nightshift'
import { type Settings, runGit, sha256 } from '@datacortex/platform'
import type { Work } from '../work.ts'

/** A space among its clones on other machines that share the queue: by what it is known, and how it is brought in step. */
export async function sharedPlace(
  { paths }: Pick<Work, 'paths'>,
  { nightshift }: Settings,
): Promise<Pick<NightPorts, 'ownKind' | 'place' | 'committed' | 'bringTo'>> {
  const git = async (args: readonly string[], signal?: AbortSignal): Promise<string> =>
    await runGit(args, { directory: paths.root, timeoutMs: 60_000, isUsers: true, signal })
  const has = async (commit: string): Promise<boolean> =>
    await git(['merge-base', '--is-ancestor', commit, 'HEAD']).then(
      () => true,
      // It is not there, or not behind what is.
      () => false,
    )
  const place = sha256(`${hostname()} ${paths.root}`).slice(0, 16)
  const isShared = nightshift.postgres !== undefined || nightshift.git !== undefined
  // The newest commit of this folder that others can have, as far as is known here.
  const commit = isShared ? (await git(['merge-base', 'HEAD', '@{upstream}']).catch(() => '')).trim() : ''
  return {
    place,
    ownKind: `org-task-at-${place}`,
    committed: async (path) => {
      if (commit === '') return undefined
      // A file that was never committed nobody else has.
      const text = await git(['show', `${commit}:./${path}`]).catch(() => undefined)
      return text === undefined ? undefined : { commit, text }
    },
    bringTo: async (wanted, signal) => {
      if (await has(wanted)) return
      const reason = await git(['pull', '--quiet', '--ff-only'], signal).then(
        () => 'what was pulled does not have it',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      signal.throwIfAborted()
      if (!(await has(wanted)))
        throw nightshiftError('NIGHTSHIFT_OUT_OF_STEP', { root: paths.root, commit: wanted, reason })
    },
  }
}
