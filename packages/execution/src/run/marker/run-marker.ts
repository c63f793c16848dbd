import { readdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { CodedError, attempt, ifCoded } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import {
  ifRefused,
  parseJson,
  patientLimit,
  readTextFile,
  removeFile,
  systemErrorCode,
  systemErrorReason,
  withLock,
  writeFileAtomically,
} from '@datacortex/platform'
import { z } from 'zod'
import { executionError } from '../../errors.ts'
import { foldedId } from '../../log/id-index.ts'

const text = z.string().optional()

export type RunMarker = Readonly<z.infer<typeof RunMarker>>
const RunMarker = z.object({
  id: z.string(),
  // What the log would refuse must not be handed to it.
  agent_id: z.string().min(1),
  timestamp: z.string().min(1),
  task: text,
  task_id: text,
  called_by: text,
  client: text,
  runner: text,
  skill: text,
  pid: z.number(),
  host: z.string(),
})

/** Does something under the id of an execution, which nobody else can use meanwhile. */
export async function withRunMarker<T>(
  paths: SpacePaths,
  id: string,
  run: (begin: (marker: BegunRun) => Promise<void>) => Promise<T>,
): Promise<T> {
  if (!isExecutionId(id)) throw executionError('EXECUTION_ID_INVALID', { id })
  const file = markerFile(paths, id)
  const begin = async (marker: BegunRun): Promise<void> =>
    await writeFileAtomically(file, `${JSON.stringify({ ...marker, id, pid: process.pid, host: hostname() })}\n`)
  return await alone(paths, id, async () => {
    const result = await run(begin)
    await clearAway(file)
    return result
  })
}

export type BegunRun = Omit<RunMarker, 'id' | 'pid' | 'host'>

/** Handles the markers of runs whose process is gone. `handle`: what to do with each; nobody else has it meanwhile. */
export async function leftMarkers(paths: SpacePaths, handle: (marker: RunMarker) => Promise<'done' | 'kept'>) {
  for (const id of await markedIds(paths)) {
    await ifNobodyHas(paths, id, async () => {
      const marker = await readMarker(paths, id)
      if (marker === undefined) return
      if ((await handle(marker)) === 'done') await clearAway(markerFile(paths, id))
    })
  }
}

export async function runningOthers(paths: SpacePaths, { id, callers }: { id: string; callers: readonly string[] }) {
  try {
    for (const other of await markedIds(paths)) {
      const marker = other === id ? undefined : await readMarker(paths, other)
      if (marker !== undefined && !callers.includes(marker.agent_id)) return true
    }
    return false
  } catch (error) {
    if (!CodedError.is(error)) throw error
    return true
  }
}

/** Whether a text can be the id of an execution, which is part of the names of files. */
export function isExecutionId(text: string): boolean {
  return idForm.test(text)
}

export function markerFile(paths: SpacePaths, id: string): string {
  return join(paths.stateDirectory, 'running', `${id}.json`)
}

const idForm = /^[A-Za-z0-9](?:[\w.-]{0,118}\w)?$/

// Anyone who only looks holds it for a moment, and anyone who runs for long.
const heldByOtherMs = 300

/** Does nothing if it runs, or if another process is handling it: each run begins with this, and waits for no other. */
async function ifNobodyHas(paths: SpacePaths, id: string, run: () => Promise<void>): Promise<void> {
  await alone(paths, id, run, { waitMs: 0 }).catch(ifCoded(undefined, 'EXECUTION_ID_TAKEN'))
}

async function alone<T>(
  paths: SpacePaths,
  id: string,
  run: () => Promise<T>,
  { waitMs = patientLimit(heldByOtherMs) }: { waitMs?: number } = {},
): Promise<T> {
  const lock = join(paths.locksDirectory, 'runs', foldedId(id))
  const held = async (): Promise<T> => {
    try {
      return await run()
    } finally {
      // There is one for each run, so they would pile up. Anyone who waits for it notices that it is another file.
      await clearAway(lock)
    }
  }
  const busy = (): CodedError => executionError('EXECUTION_ID_TAKEN', { id })
  return await withLock(lock, held, { timeoutMs: waitMs, busy })
}

/** Removes a file. A disk that lets nothing go any more must not take along what was done. */
export async function clearAway(file: string): Promise<void> {
  await removeFile(file).catch(ifRefused(undefined))
}

/** Ids of the runs that are under way, or whose process was killed. */
export async function markedIds(paths: SpacePaths): Promise<readonly string[]> {
  const folder = join(paths.stateDirectory, 'running')
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries
      .filter((entry) => entry.name.endsWith('.json') && !entry.isDirectory())
      .map(({ name }) => name.slice(0, -'.json'.length))
      .filter(isExecutionId)
      .sort()
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ENOENT') return []
    if (code === undefined) throw error
    const reason = systemErrorReason(error)
    throw executionError('EXECUTION_LOG_UNREADABLE', { file: folder, reason }, { cause: error })
  }
}

async function readMarker(paths: SpacePaths, id: string): Promise<RunMarker | undefined> {
  const file = markerFile(paths, id)
  const read = await readTextFile(file, { maxBytes: 100_000 })
  // The one who had it was done with it meanwhile.
  if (!read.ok && read.code === 'ENOENT') return undefined
  // That there was a run is all that can be said.
  const broken = { id, agent_id: 'unknown', timestamp: new Date(0).toISOString(), pid: 0, host: '' }
  if (!read.ok) return broken
  return attempt(() => ({ ...parseJson(read.text, RunMarker, { origin: file }), id }), ifCoded(broken))
}
