import { publishedRights } from '@datacortex/mcp'
import type { Published } from '@datacortex/space/published'
import { type Operations, operationsOf } from '../a2a/operations.ts'
import { guideService } from '../agents/guide-service.ts'
import { type RunHost, runService } from '../agents/run-service.ts'
import type { Client } from '../http/clients.ts'
import type { TaskBoard } from '../tasks/task-board.ts'

/** Who the agents are, and where their tasks lie. */
export type OperationSources = {
  readonly published: () => Promise<Published>
  readonly board: TaskBoard
  /** With those of the guide: who looks for an agent does not wait for agents, least of all one that runs itself. */
  readonly guideBoard: TaskBoard
  readonly runner: string | undefined
  readonly files: RunHost['files']
  readonly base: string
}

/** The operations of an agent by its name, or of the guide without one; undefined if no such agent is published. */
export type FindOperations = (agent: string | undefined, client: Client) => Promise<Operations | undefined>

export function findOperations(sources: OperationSources): FindOperations {
  const { published, board, guideBoard, runner, files, base } = sources
  return async (name, client) => {
    const owner = { agent: name, client: client.name }
    const { space, rights = publishedRights } = client
    const documents = await published()
    const agent = name === undefined ? undefined : documents.agentOf(name)
    const extendedCard = client.isSignedIn
      ? async () => await documents.extendedCard(agent, { name: client.name, rights })
      : undefined
    if (name === undefined)
      return operationsOf({ owner, service: guideService({ space, published, base }), extendedCard }, guideBoard)
    if (agent === undefined) return undefined
    const service = runService(agent, { ...client, runner, files, base })
    return operationsOf({ owner: { ...owner, agent: agent.id }, service, extendedCard }, board)
  }
}
