import type { NightPorts } from '@datacortex/nightshift'
import { evaluateRun } from '../agents/evaluate-run.ts'
import { runAgent } from '../agents/run-agent.ts'
import type { Work } from '../work.ts'
import { type NightSpace, nightSpace } from './night-space.ts'
import { nightWork } from './night-work.ts'
import { openQueue } from './open-queue.ts'
import { agentFor } from './route-night-task.ts'
import { loggedOutcome, outcomeOf } from './run-outcome.ts'

export type OpenNight = AsyncDisposable & Omit<NightSpace, 'ports'> & { readonly ports: NightPorts }

/** Wires a night to a space. `date`: the night that events are kept of. */
export async function openNight(work: Work, { date }: { readonly date: string }): Promise<OpenNight> {
  const space = await nightSpace(work, { date })
  const queue = await openQueue(work, space.settings)
  return {
    ...space,
    ports: {
      ...space.ports,
      queue,
      route: async (task, signal) => await agentFor(nightWork(work, signal), task),
      run: async ({ agent, text, executionId, taskId, tags, space }, signal) => {
        const own = nightWork(work, signal)
        const asked = { agent, task: text, execution_id: executionId, task_id: taskId, called_by: 'nightshift' }
        const more = { tags: tags.length === 0 ? undefined : [tags.join(':')], space }
        return await outcomeOf(own, await runAgent.run(own, { ...asked, ...more }))
      },
      logged: async (id) => await loggedOutcome(nightWork(work), id),
      rate: async ({ executionId, by, score, notes }) => {
        const points = Math.round(score * 100)
        const scores = { task_completion: points, output_quality: points, efficiency: points }
        await evaluateRun.run(nightWork(work), { execution_id: executionId, evaluator_agent: by, scores, notes })
      },
    },
    [Symbol.asyncDispose]: async () => await queue.close(),
  }
}
