import { CodedError, type Finding, attempt, codedError, infoFinding } from '@datacortex/errors'
import { type Registry, resolveAgent } from '@datacortex/registry'
import { readTask } from '../tags/read-task.ts'
import { TagIndex } from '../tags/tag-index.ts'
import type { Confirmation } from './confirm-routing.ts'

/**
 * What is to be said to whoever confirms a task whose tags send it to somebody else all the same: only its words are
 * remembered, and tags come first.
 *
 * @param registry - With the agents of modules.
 * @param confirmation - The agent by its id of now.
 * @returns Undefined if the tags of the task decide nothing, or the same.
 * @example tagsFirst(registry, { task: 'Read up on tides :AI:research:', agent: 'writer' })?.code // 'ROUTER_TAGS_FIRST'
 */
export function tagsFirst(registry: Registry, { task, agent }: Confirmation): Finding | undefined {
  const [best] = new TagIndex(registry).match(readTask(task).paths)
  if (best === undefined) return undefined
  const meant = attempt(() => resolveAgent(registry, best.owner.agent).agent.id, codedError)
  if (meant === agent) return undefined
  return infoFinding('ROUTER_TAGS_FIRST', best.trigger, {
    message: CodedError.is(meant)
      ? `With its tags the task is still refused, because ${best.trigger} decides first. ${meant.message}`
      : `With its tags the task still goes to ${meant}, because ${best.trigger} decides first.`,
    hint: `Without them it goes to ${agent}.`,
  })
}
