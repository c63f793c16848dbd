import type { Published } from '@datacortex/space/published'
import { type Operations, operationsOf } from '../a2a/operations.ts'
import { guideService } from '../agents/guide-service.ts'
import { type RunHost, runService } from '../agents/run-service.ts'
import { type Find, findFitting } from '../search/find-fitting.ts'
import type { TaskBoard } from '../tasks/task-board.ts'

/** Who the agents are, and where their tasks lie. */
export type OperationSources = {
  readonly host: RunHost
  readonly find: Find
  readonly published: () => Promise<Published>
  /** With the tasks of the agents. */
  readonly board: TaskBoard
  /** With those of the guide. */
  readonly guideBoard: TaskBoard
  /** Base address, with a slash at its end. */
  readonly base: string
}

/** The operations of an agent by its name, or of the guide without one; undefined if no such agent is published. */
export type FindOperations = (agent: string | undefined) => Promise<Operations | undefined>

/** Finds the operations that a request is for. */
export function findOperations(sources: OperationSources): FindOperations {
  const { host, published, board, guideBoard } = sources
  const guide = guideOf(sources)
  return async (name) => {
    if (name === undefined) return operationsOf({ agent: name, service: guide }, guideBoard)
    const documents = await published()
    const id = documents.idOf(name)
    const known = id === undefined ? undefined : documents.agents.get(id)
    return known && operationsOf({ agent: known.id, service: runService(known, host) }, board)
  }
}

function guideOf({ host: { space }, find, published, base }: OperationSources) {
  return guideService({
    agents: async () => (await published()).agents,
    idOf: async (name) => (await published()).idOf(name),
    nearest: async (name) => (await published()).nearest(name),
    find: async (query, { fits, signal }) => await findFitting(query, { find, fits, count: 5, top: 5, signal }),
    route: async (task, signal) => await space.route({ task }, { signal }),
    cardUrl: (id) => `${base}agents/${id}/.well-known/agent-card.json`,
  })
}
