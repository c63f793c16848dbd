import { withDisabled } from '@datacortex/registry'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { agent as agentId } from '../schema.ts'

export const agentGraph = operation({
  input: z.strictObject({
    agent: agentId.optional().describe('Only what lies around this one.'),
    hops: z.number().int().min(1).max(3).optional().describe('How many calls away from it; 1 if left out.'),
  }),
  output: z.looseObject({
    agents: z.array(z.looseObject({ id: z.string(), name: z.string() })),
    calls: z.array(z.tuple([z.number(), z.number()])),
    left_out: z.number(),
  }),
  run: async ({ catalogue }, { agent, hops = 1 }) => {
    const { agents } = withDisabled((await catalogue()).registry)
    const called = new Map(Array.from(agents.keys(), (id) => [id, new Set<string>()]))
    const callers = new Map(Array.from(agents.keys(), (id) => [id, new Set<string>()]))
    const add = (from: string, to: string): void => {
      // `user`, and agents that are not here.
      if (from === to || !agents.has(from) || !agents.has(to)) return
      called.get(from)?.add(to)
      callers.get(to)?.add(from)
    }
    for (const [id, { entry }] of agents) {
      for (const to of [...(entry.spawns ?? []), ...(entry.delegates_to ?? [])]) add(id, to)
      for (const from of entry.can_be_called_by ?? []) add(from, id)
    }
    const callsOf = (id: string): number => (called.get(id)?.size ?? 0) + (callers.get(id)?.size ?? 0)
    let reached: readonly string[] = [...agents.keys()].toSorted((a, b) => callsOf(b) - callsOf(a))
    if (agent !== undefined) {
      const known = new Set(agents.has(agent) ? [agent] : [])
      const around = (id: string): readonly string[] => [...(called.get(id) ?? []), ...(callers.get(id) ?? [])]
      for (let hop = 0; hop < hops; hop += 1) for (const id of Array.from(known, around).flat()) known.add(id)
      reached = [...known]
    }
    const shown = reached.slice(0, mostAgents)
    const places = new Map(shown.map((id, place) => [id, place]))
    return {
      agents: shown.map((id) => ({
        id,
        name: agents.get(id)?.entry.name ?? id,
        module: agents.get(id)?.module ?? null,
      })),
      /** From which agent to which it may call, by their places in `agents`. */
      calls: shown.flatMap((id, from) =>
        [...(called.get(id) ?? [])].flatMap((to) => {
          const place = places.get(to)
          return place === undefined ? [] : [[from, place] as const]
        }),
      ),
      /** How many agents are left out, those that are furthest away. */
      left_out: reached.length - shown.length,
    }
  },
})

const mostAgents = 500
