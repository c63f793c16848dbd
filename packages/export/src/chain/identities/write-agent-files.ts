import { join } from 'node:path'
import { writeFileAtomically } from '@datacortex/platform'
import type { RegisteredAgent } from '@datacortex/registry'
import { publishedPaths } from '../../publish/published-paths.ts'
import { publishedJson } from '../../publish/write-export.ts'
import type { AgentFiles } from './agent-file.ts'
import type { RecordedIdentity } from './record-identities.ts'

/** Writes the registration files of agents, with their identities, where `export erc8004` writes them. */
export async function writeAgentFiles(
  { out, root }: { readonly out: string; readonly root: string },
  {
    agents,
    identities,
    files,
  }: { agents: readonly RegisteredAgent[]; identities: readonly RecordedIdentity[]; files: AgentFiles },
): Promise<void> {
  for (const { id, agentId } of identities) {
    const agent = agents.find((one) => one.id === id)
    if (agent === undefined) continue
    const { file } = files.build(agent, agentId)
    await writeFileAtomically(join(out, publishedPaths(id).registration), publishedJson(file), { below: root })
  }
}
