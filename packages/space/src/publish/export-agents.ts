import { exportAgents } from '@datacortex/export'
import type { AgentHost } from '@datacortex/importers'
import { agentHosts } from '@datacortex/importers'
import { z } from 'zod'
import type { Operation } from '../operation.ts'
import type { Published, Target } from './target.ts'
import { exportSource, ids, published, publishedAs, target } from './target.ts'

/** Which agents are written for which host, and where. */
export type ExportAgents = Target & {
  /** All that are in use if absent or empty. */
  readonly ids?: readonly string[] | undefined
  readonly host: AgentHost
  /** Whether files that are there with another content are written anew. */
  readonly replace?: boolean | undefined
}

/**
 * Writes agents as files of the program that runs them, into a project or a home folder.
 *
 * @throws `EXPORT_NOTHING_TO_PUBLISH` if there is no agent with a prompt.
 */
export const exportAgentFiles: Operation<ExportAgents, Published> = {
  input: z.strictObject({ ...target, ids, host: z.enum(agentHosts), replace: z.boolean().optional() }),
  output: published,
  run: async (work, { ids: chosen, host, replace, ...asked }) => {
    const source = await exportSource(work, asked)
    return publishedAs(await exportAgents(work.paths, { ...source, ids: chosen, host, replace }), source)
  },
}
