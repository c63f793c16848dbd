import { join } from 'node:path'
import { ifCoded } from '@datacortex/errors'
import { type SpacePaths, isThere, jsonOf, readTextFile, recordOf, writeFileAtomically } from '@datacortex/platform'
import { clearAway, isExecutionId, markerFile } from './run-marker.ts'

/** What `find_agent` answered an agent in its run, for clients that show it: of the type `agent_discovery`. */
export type RunDiscovery = Readonly<Record<string, unknown>>

/** Tells a run under way what its agent found elsewhere; the last counts. @example await noteDiscovery(paths, id, { type, data, content }) */
export async function noteDiscovery(paths: SpacePaths, id: string, discovery: RunDiscovery): Promise<void> {
  if (!isExecutionId(id) || !(await isThere(markerFile(paths, id)))) return
  const text = JSON.stringify(discovery)
  // What was found is answered all the same.
  await writeFileAtomically(fileOf(paths, id), text).catch(ifCoded(undefined, 'PLATFORM_FILE_UNWRITABLE'))
}

/** What was found in a run, if anything was. */
export async function readDiscovery(paths: SpacePaths, id: string): Promise<RunDiscovery | undefined> {
  const read = await readTextFile(fileOf(paths, id))
  const discovery = read.ok ? recordOf(jsonOf(read.text)) : undefined
  return discovery?.['type'] === 'agent_discovery' ? discovery : undefined
}

/** Forgets it, once the run has ended. */
export async function forgetDiscovery(paths: SpacePaths, id: string): Promise<void> {
  await clearAway(fileOf(paths, id))
}

function fileOf(paths: SpacePaths, id: string): string {
  return join(paths.stateDirectory, 'running', `${id}.discovery`)
}
