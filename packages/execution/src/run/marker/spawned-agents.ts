import { access, appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { parseJson, readJournalLines, systemErrorCode } from '@datacortex/platform'
import type { Finding } from '@datacortex/errors'
import { CodedError, attempt, codedError, ifCoded, warningFinding } from '@datacortex/errors'
import { z } from 'zod'
import type { SpawnedAgent } from '../../log/execution-record.ts'
import { clearAway, isExecutionId, markerFile } from './run-marker.ts'
import { mostListBytes, withinBytes } from '../answer/within-bytes.ts'

const SpawnedAgent: z.ZodType<SpawnedAgent> = z.object({
  agent_id: z.string(),
  execution_id: z.string(),
  status: z.string(),
})

/** Tells a run that is under way of an agent that it started, by whatever way and in whatever process. */
export async function noteSpawned(paths: SpacePaths, parent: string, spawned: SpawnedAgent): Promise<void> {
  if (!isExecutionId(parent)) return
  try {
    await access(markerFile(paths, parent))
    // One write of one line: lines of processes that end at the same time don't mix.
    await appendFile(spawnedFile(paths, parent), `${JSON.stringify(spawned)}\n`)
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error
  }
}

/** Agents that a run started, as many as its entry can name, and why there are not more. */
export type Spawned = { readonly agents: readonly SpawnedAgent[]; readonly findings: readonly Finding[] }

/**
 * Reads which agents a run started. A line that was cut short by a kill is passed over; a file that can't be read does
 * not keep the run from being logged.
 */
export async function readSpawned(paths: SpacePaths, id: string): Promise<Spawned> {
  const file = spawnedFile(paths, id)
  try {
    const { lines } = await readJournalLines(file)
    const all = lines.flatMap(({ line }) => parsedLine(line, file))
    const agents = withinBytes(all, mostListBytes)
    return { agents, findings: agents.length < all.length ? [notAllNamed(id, all.length - agents.length)] : [] }
  } catch (error) {
    return { agents: [], findings: [notRead(id, codedError(error))] }
  }
}

/** Forgets them, once they are in the log. */
export async function forgetSpawned(paths: SpacePaths, id: string): Promise<void> {
  await clearAway(spawnedFile(paths, id))
}

function parsedLine(line: string, file: string): readonly SpawnedAgent[] {
  if (line === '') return []
  return attempt(() => [parseJson(line, SpawnedAgent, { origin: file })], ifCoded([]))
}

function notAllNamed(id: string, left: number): Finding {
  return warningFinding('EXECUTION_RECORD_CUT', id, {
    message: `The last ${left} agents that ${id} started are not in its entry: they are too many. Each has its own.`,
  })
}

function notRead(id: string, error: CodedError): Finding {
  return warningFinding('EXECUTION_RECORD_CUT', id, {
    message: `The agents that ${id} started are not in its entry. ${error.message}`,
    hint: error.hint,
  })
}

function spawnedFile(paths: SpacePaths, id: string): string {
  return join(paths.stateDirectory, 'running', `${id}.spawned`)
}
