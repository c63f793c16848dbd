import { join } from 'node:path'
import { nightshiftError } from '@datacortex/nightshift'
import { type Settings, isThere, makeFolder, readSecret, runProgram } from '@datacortex/platform'
import type { JobQueue } from '@datacortex/queue'
import type { Work } from '../work.ts'

/** The jobs of the nights: in a file of this machine, or in a PostgreSQL or a branch of git that several share. */
export async function openQueue(work: Work, { nightshift }: Settings): Promise<JobQueue> {
  const { paths } = work
  const queue = await import('@datacortex/queue')
  if (nightshift.postgres === undefined && nightshift.git !== undefined)
    return await queue.openGitQueue({ folder: paths.root, branch: nightshift.git, signal: work.signal })
  if (nightshift.postgres === undefined) {
    await makeFolder(join(paths.stateDirectory, 'nightshift'))
    return await queue.openSqliteQueue({ file: queueFile(paths) })
  }
  const url = await readSecret(paths, nightshift.postgres)
  if (url === undefined) throw nightshiftError('NIGHTSHIFT_SECRET_MISSING', { name: nightshift.postgres })
  return await queue.openPostgresQueue({ url })
}

/** What tells the jobs of spaces apart: the first commit of a repository is the same in each of its clones. */
export async function spaceKey({ paths }: Work, { nightshift }: Settings): Promise<string> {
  return isShared(nightshift) ? await repositoryKey(paths) : (paths.trust.id ?? 'own')
}

/** The first commit of the repository of a space. Throws `NIGHTSHIFT_NO_REPOSITORY`. */
export async function repositoryKey({ root }: Pick<Work['paths'], 'root'>): Promise<string> {
  const command = ['git', 'rev-list', '--max-parents=0', 'HEAD'] as const
  const said = await runProgram([...command], { directory: root, environment: {}, timeoutMs: 20_000 }).catch(
    (error: unknown) => {
      throw nightshiftError('NIGHTSHIFT_NO_REPOSITORY', {
        root,
        reason: error instanceof Error ? error.message : String(error),
      })
    },
  )
  return said.trim().split('\n').at(-1)?.slice(0, 16) ?? ''
}

/** The queue for who only looks; undefined as long as nobody has made one. */
export async function openQueueIfThere(work: Work, settings: Settings): Promise<JobQueue | undefined> {
  const isMade = isShared(settings.nightshift) || (await isThere(queueFile(work.paths)))
  return isMade ? await openQueue(work, settings) : undefined
}

function isShared({ postgres, git }: Settings['nightshift']): boolean {
  return postgres !== undefined || git !== undefined
}

function queueFile({ stateDirectory }: Pick<Work['paths'], 'stateDirectory'>): string {
  return join(stateDirectory, 'nightshift', 'queue.sqlite')
}
