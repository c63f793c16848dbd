import { isRecord } from '@datacortex/platform'
import { agentIds } from './spawned-agents.ts'

/** Fields of an agent of opencode that only opencode can act on. */
export const opencodeRuntime: ReadonlySet<string> = new Set([
  'mode',
  'model',
  'variant',
  'prompt',
  'temperature',
  'top_p',
  'steps',
  'maxSteps',
  'tools',
  'permission',
  'disable',
  'disabled',
  'hidden',
  'color',
])

/** The agents that one of opencode may start: those its `permission.task` names and doesn't deny. */
export function opencodeSpawns({ permission }: Readonly<Record<string, unknown>>): readonly string[] {
  return agentIds(isRecord(permission) ? tasksOf(permission['task']) : [])
}

/** Whether an agent of opencode is there and not to be used. */
export function isSwitchedOff(fields: unknown): boolean {
  return isRecord(fields) && (fields['disable'] === true || fields['disabled'] === true)
}

/** A pattern such as `review-*` is no name. */
function tasksOf(task: unknown): readonly string[] {
  if (!isRecord(task)) return []
  return Object.keys(task).filter((name) => task[name] !== 'deny' && !/[*?]/.test(name))
}
