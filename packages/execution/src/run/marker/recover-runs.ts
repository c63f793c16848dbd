import { hostname } from 'node:os'
import { CodedError, type Finding, whenCoded } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { appendToLog } from '../../log/append-to-log.ts'
import { refuseTakenId } from '../../log/taken-ids.ts'
import { countRuns } from '../log-run.ts'
import { leftPrograms } from './left-programs.ts'
import { forgetDiscovery } from './run-discovery.ts'
import { type BegunRun, type RunMarker, leftMarkers } from './run-marker.ts'
import { forgetSpawned, readSpawned } from './spawned-agents.ts'

/**
 * Logs the runs that were begun and never ended, because their process was killed or the machine stopped, as failed,
 * and counts them.
 * @param options - Abort signal; which are reported; in a dry run they are only reported and stay as they are.
 * @returns A finding for each of them, and what went wrong when they were counted; nothing if all is well. Doing it twice does nothing more, and a run that was
 *   logged before its marker could go is none.
 * @throws `EXECUTION_LOG_UNREADABLE` `PLATFORM_FILE_UNWRITABLE` `PLATFORM_LOCK_TIMEOUT`
 * @example await recoverRuns(paths)
 */
export async function recoverRuns(
  paths: SpacePaths,
  {
    dryRun = false,
    shows = () => true,
    signal,
  }: {
    dryRun?: boolean | undefined
    shows?: ((run: BegunRun) => boolean) | undefined
    signal?: AbortSignal | undefined
  } = {},
): Promise<readonly Finding[]> {
  const interrupted: Finding[] = []
  const agentIds = new Set<string>()
  await leftMarkers(paths, async (marker) => {
    const record = dryRun ? refuseTakenId(paths, marker.id) : logInterrupted(paths, marker, signal)
    // If its id is taken, it was logged, and its process killed before the marker could go.
    if (!CodedError.is(await record.catch(whenCoded((error) => error, 'EXECUTION_ID_TAKEN')))) {
      const left = marker.host === hostname() ? await leftPrograms(paths, marker) : []
      if (shows(marker)) interrupted.push(reported(marker, { dryRun, left }))
      agentIds.add(marker.agent_id)
    }
    if (dryRun) return 'kept'
    await forgetSpawned(paths, marker.id)
    await forgetDiscovery(paths, marker.id)
    return 'done'
  })
  const counted = dryRun || agentIds.size === 0 ? [] : await countRuns(paths, [...agentIds])
  return [...interrupted, ...counted]
}

function reported(
  { id, agent_id: agentId, timestamp }: RunMarker,
  { dryRun, left }: { dryRun: boolean; left: readonly number[] },
): Finding {
  const logged = dryRun ? 'The next run logs it as failed.' : 'It is logged as failed.'
  const message = `The run ${id} of ${agentId}, begun ${timestamp}, never ended: its process was stopped. ${logged}`
  const finding = { code: 'EXECUTION_INTERRUPTED', severity: 'warning', subject: id } as const
  if (left.length === 0) return { ...finding, message, hint: 'Run the task again if it is still wanted.' }
  const groups = left.length === 1 ? `process group ${left[0]}` : `process groups ${left.join(', ')}`
  return {
    ...finding,
    message: `${message} What it started still runs: ${groups}.`,
    hint: `End it with \`kill -- ${left.map((group) => `-${group}`).join(' ')}\` before you run the task again.`,
  }
}

async function logInterrupted(paths: SpacePaths, { pid, host, ...known }: RunMarker, signal: AbortSignal | undefined) {
  const { agents: spawned } = await readSpawned(paths, known.id)
  const process = pid === 0 ? 'its process' : `the process ${pid} on ${host}`
  await appendToLog(
    paths,
    {
      executions: [
        {
          ...known,
          // How long it ran, nobody knows.
          duration_ms: 0,
          status: 'failed',
          outputs: [],
          quality: { user_feedback: null, automated_checks: [] },
          spawned_agents: spawned,
          error: {
            code: 'EXECUTION_INTERRUPTED',
            message: `${process} was stopped before the run ended.`,
            transient: true,
          },
        },
      ],
    },
    { signal },
  )
}
