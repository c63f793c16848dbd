import type { Finding } from '@datacortex/errors'
import { type Settings, type SpacePaths, readSettings } from '@datacortex/platform'
import type { RegisteredAgent } from '@datacortex/registry'
import { checkDelegate, checkSpawn } from '@datacortex/router'
import { impossibleWrites } from '../checks/impossible-writes.ts'
import { type HookSettings, checkPreconditions, hookSettings } from '../hooks/hook-settings.ts'
import { type ChosenRunner, chooseRunner } from '../runners/choose-runner.ts'
import type { RunAgentOptions } from './run-agent-options.ts'
import { executionError } from '../errors.ts'

/** Which agent would run, and who would run it. */
export type RunPlan = {
  readonly agent: RegisteredAgent
  /** The agents that started each other, this one last. */
  readonly chain: readonly string[]
  readonly chosen: ChosenRunner
  readonly settings: Settings
  readonly skill: string | undefined
  readonly hooked: HookSettings
  /** What the agent's hooks ask for and is missing, and what it can't write, where it runs nevertheless. */
  readonly findings: readonly Finding[]
}

/**
 * Checks that an agent may be called and chooses who runs it, and does nothing.
 * @throws `RUNNER_NOT_CONFIGURED` `RUNNER_UNKNOWN` `RUNNER_UNAVAILABLE`
 *   `EXECUTION_PRECONDITION_MISSING` `EXECUTION_SKILL_UNKNOWN`
 * @throws `REGISTRY_AGENT_NOT_FOUND`, `REGISTRY_AGENT_REMOVED`, `REGISTRY_ALIAS_DANGLING`, `REGISTRY_ALIAS_CYCLE`,
 *   `ROUTER_CALL_REFUSED`, `ROUTER_SPAWN_REFUSED`, `ROUTER_DELEGATE_REFUSED`, `ROUTER_SPAWN_CYCLE`,
 *   `ROUTER_SPAWN_DEPTH`, `PLATFORM_SETTINGS_INVALID`.
 * @example (await planRun(paths, { catalogue, agent: 'writer', task: 'Explain tides.' })).chosen.name
 */
export async function planRun(
  paths: SpacePaths,
  options: Pick<
    RunAgentOptions,
    'catalogue' | 'agent' | 'task' | 'runner' | 'calledBy' | 'chain' | 'delegated' | 'settings' | 'builtins' | 'skill'
  >,
): Promise<RunPlan> {
  const { catalogue, task, builtins, runner: wanted, calledBy: caller = 'user' } = options
  const { registry, modules } = catalogue
  const check = options.delegated === true ? checkDelegate : checkSpawn
  const { agent, chain } = check(registry, { caller, agent: options.agent, chain: options.chain })
  const skill = askedSkill(agent, options.skill)
  const settings = options.settings ?? (await readSettings(paths))
  const chosen = chooseRunner(agent, { runners: settings.runners, modules: modules.modules, builtins, wanted, task })
  const hooked = hookSettings(registry, agent)
  const missing = await checkPreconditions(paths, { agent: agent.id, preconditions: hooked.preconditions })
  const findings = [...missing, ...(await impossibleWrites(paths, agent, registry))]
  return { agent, chain, chosen, settings, skill, hooked, findings }
}

/** The skill of an agent that is meant by what somebody asked for. */
function askedSkill({ id, entry }: RegisteredAgent, wanted: string | undefined): string | undefined {
  const { skills } = entry
  if (wanted === undefined || skills.length === 0) return wanted
  const found =
    skills.find((skill) => skill.id === wanted) ?? skills.find(({ name }) => folded(name) === folded(wanted))
  if (found !== undefined) return found.id
  const alike = skills.map((skill) => ({
    id: skill.id,
    likeness: Math.max(likeness(skill.id, wanted), likeness(skill.name, wanted)),
  }))
  const nearest = alike.toSorted((a, b) => b.likeness - a.likeness)
  throw executionError('EXECUTION_SKILL_UNKNOWN', { agent: id, skill: wanted, skills: nearest.map((one) => one.id) })
}

/** The share of pairs of letters that two texts have in common, 0–1. */
function likeness(one: string, other: string): number {
  const [a, b] = [pairs(one), pairs(other)]
  return (2 * a.intersection(b).size) / Math.max(1, a.size + b.size)
}

function pairs(text: string): Set<string> {
  const letters = folded(text).slice(0, 200)
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, index) => letters.slice(index, index + 2)))
}

function folded(text: string): string {
  return text.normalize('NFC').trim().toLowerCase()
}
