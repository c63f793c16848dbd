import { access, appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { parseJson, readTextFile, systemErrorCode } from '@datacortex/platform'
import { CodedError } from '@datacortex/errors'
import { z } from 'zod'
import type { SpawnedAgent } from '../log/execution-record.ts'
import { isExecutionId, markerFile } from './run-marker.ts'

const SpawnedAgent: z.ZodType<SpawnedAgent> = z.object({
  agent_id: z.string(),
  execution_id: z.string(),
  status: z.string(),
})

/**
 * Tells a run that is under way of an agent that it started, by whatever way and in whatever process.
 *
 * @param paths - Of the space.
 * @param parent - Id of the run that started it; one that does not run is passed over.
 * @param spawned - The agent, its run, and how that ended.
 */
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

/** Reads which agents a run started. A line that was cut short by a kill is passed over. */
export async function readSpawned(paths: SpacePaths, id: string): Promise<readonly SpawnedAgent[]> {
  const file = spawnedFile(paths, id)
  const read = await readTextFile(file)
  const lines = read.ok ? read.text.split('\n').filter((line) => line !== '') : []
  return lines.flatMap((line) => parsedLine(line, file))
}

/** Forgets them, once they are in the log. */
export async function forgetSpawned(paths: SpacePaths, id: string): Promise<void> {
  await rm(spawnedFile(paths, id), { force: true })
}

function parsedLine(line: string, file: string): readonly SpawnedAgent[] {
  try {
    return [parseJson(line, SpawnedAgent, { origin: file })]
  } catch (error) {
    if (!CodedError.is(error)) throw error
    return []
  }
}

function spawnedFile(paths: SpacePaths, id: string): string {
  return join(paths.stateDirectory, 'running', `${id}.spawned`)
}
