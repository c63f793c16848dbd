import { join } from 'node:path'
import { type SpacePaths, ifRefused, openToWrite, isThere, parseJsonLine, readJournalLines } from '@datacortex/platform'
import { CodedError, type Finding, codedError, warningFinding } from '@datacortex/errors'
import { z } from 'zod'
import type { SpawnedAgent as RecordedSpawn } from '../../log/execution-record.ts'
import { clearAway, isExecutionId, markerFile } from './run-marker.ts'
import { mostListBytes, withinBytes } from '../answer/within-bytes.ts'

const SpawnedAgent = z.object({ agent_id: z.string(), execution_id: z.string(), status: z.string() })

/** Tells a run that is under way of an agent that it started, by whatever way and in whatever process. */
export async function noteSpawned(paths: SpacePaths, parent: string, spawned: RecordedSpawn): Promise<void> {
  if (!isExecutionId(parent)) return
  if (!(await isThere(markerFile(paths, parent)))) return
  // One write of one line: lines of processes that end at the same time don't mix.
  await append(spawnedFile(paths, parent), `${JSON.stringify(spawned)}\n`).catch(ifRefused(undefined))
}

async function append(file: string, line: string): Promise<void> {
  await using handle = await openToWrite(file, 'append')
  await handle.appendFile(line)
}

/** Agents that a run started, as many as its entry can name, and why there are not more. */
export type Spawned = { readonly agents: readonly RecordedSpawn[]; readonly findings: readonly Finding[] }

export async function readSpawned(paths: SpacePaths, id: string): Promise<Spawned> {
  const read = await readJournalLines(spawnedFile(paths, id)).catch(codedError)
  if (CodedError.is(read)) {
    const message = `The agents that ${id} started are not in its entry. ${read.message}`
    return { agents: [], findings: [warningFinding('EXECUTION_RECORD_CUT', id, { message, hint: read.hint })] }
  }
  const all = read.lines.map(({ line }) => parseJsonLine(line, SpawnedAgent)).filter((one) => typeof one === 'object')
  const agents = withinBytes(all, mostListBytes)
  const left = all.length - agents.length
  const message = `The last ${left} agents that ${id} started are not in its entry: they are too many. Each has its own.`
  return { agents, findings: left === 0 ? [] : [warningFinding('EXECUTION_RECORD_CUT', id, { message })] }
}

/** Forgets them, once they are in the log. */
export async function forgetSpawned(paths: SpacePaths, id: string): Promise<void> {
  await clearAway(spawnedFile(paths, id))
}

function spawnedFile(paths: SpacePaths, id: string): string {
  return join(paths.stateDirectory, 'running', `${id}.spawned`)
}
