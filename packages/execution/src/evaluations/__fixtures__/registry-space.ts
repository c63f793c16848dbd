import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { logSpace } from '../../log/__fixtures__/log-space.ts'

/** Agents in every place where they can stand, in the hand of a person. */
export const registryText = `# Our agents
version: "1.0.0"

agents:
  writer:   # the best one
    name: 'Writer'
    description: Writes
    skills: []
    performance:   # computed
      total_executions: 1
      success_rate: 1

  critic: {name: Critic, description: Judges, skills: []}

  # took over from the scribe
  scribe:
    alias: writer
    deprecated: true
  gone:
    name: Gone
    description: Gone
    skills: []
    removed: true
    note: Nobody replaced it.

module_agents:
  campaigns:
    source_module: campaigns
    agents:
      planner:
        name: Planner   # from the module
        description: Plans
        skills: []
`

/** A space with these agents. */
export async function registrySpace(): Promise<SpacePaths> {
  const paths = await logSpace()
  await mkdir(dirname(paths.agentsFile), { recursive: true })
  await writeFile(paths.agentsFile, registryText)
  return paths
}

/** The registry as it stands. */
export async function agentsText(paths: SpacePaths): Promise<string> {
  return await readFile(paths.agentsFile, 'utf8')
}
