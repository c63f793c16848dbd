import type { OrgTask } from '@datacortex/nightshift'
import { routeTask } from '../agents/route-task.ts'
import type { Work } from '../work.ts'

/** By tags that say what kind of work it is, else by meaning; what nobody is made for, the executor of all tasks does. */
export async function agentFor(work: Work, { heading, text }: OrgTask): Promise<string | undefined> {
  const tags = heading.tags.length > 1 ? [heading.tags.join(':')] : undefined
  const { agent } = await routeTask.run(work, { task: text.slice(0, 2000), tags, judge: false })
  if (agent !== null) return agent
  const { registry } = await work.catalogue()
  return registry.agents.has(executor) ? executor : undefined
}

const executor = 'ai-task-executor'
