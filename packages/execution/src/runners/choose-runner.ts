import { type RunnersSettings, isRecord } from '@datacortex/platform'
import type { Runner } from '@datacortex/plugin'
import { type DiscoveredModule, grantedBy } from '@datacortex/modules'
import type { RegisteredAgent } from '@datacortex/registry'
import { executionError } from '../errors.ts'

export type ChosenRunner = {
  /** In the settings, or `code`. */
  readonly name: string
  readonly timeoutMs: number
  readonly maxAttempts: number
  readonly backoffMs: number
} & (
  | {
      readonly kind: 'plugin'
      readonly module: DiscoveredModule
      /** What the module itself is told. */
      readonly settings: Readonly<Record<string, unknown>>
      readonly settingsAt: string
      /** Hosts and secrets that the settings grant it. */
      readonly network: readonly string[]
      readonly secrets: readonly string[]
    }
  | { readonly kind: 'code'; readonly module: DiscoveredModule; readonly accepts: readonly string[] }
  | { readonly kind: 'builtin'; readonly runner: BuiltinRunner }
)

/** The program itself as the code of an agent; it sees to it itself what the agent may be shown. */
export type BuiltinRunner = Runner

export type ChooseRunnerOptions = {
  readonly runners: RunnersSettings
  readonly modules: readonly DiscoveredModule[]
  /** Agents of the program's own modules that the program itself is the code of, by id. */
  readonly builtins?: Readonly<Record<string, BuiltinRunner>> | undefined
  /** Asked for by name; wins over everything. */
  readonly wanted?: string | undefined
  readonly task: string
}

/** Chooses who runs an agent: asked for, given by the settings, its own code, the default, or the only one there is. */
export function chooseRunner(agent: RegisteredAgent, options: ChooseRunnerOptions): ChosenRunner {
  const { runners, modules, wanted } = options
  const named = Object.keys(runners.named)
  const code = builtinOf(agent, options) ?? codeOf(agent, modules)
  const given = namesOf(agent).find((id) => Object.hasOwn(runners.agents, id))
  const own = given === undefined ? undefined : runners.agents[given]
  const asked = wanted ?? own
  // Nobody else may have the task then.
  if (asked === codeName && code === undefined)
    throw executionError('RUNNER_UNAVAILABLE', {
      name: codeName,
      reason: `no module has code for ${agent.id}`,
      hint: named.length === 0 ? noRunners : `Leave the runner out, or name ${named.join(' or ')}.`,
    })
  if (asked !== undefined && asked !== codeName) {
    const askedBy = wanted === undefined ? `runners.agents.${agent.id}` : 'the call'
    return pluginRunner(asked, { ...options, askedBy })
  }
  if (code !== undefined) return code
  const remote = remoteOf(agent)
  // One who was not chosen for it would answer in the name of somebody else.
  if (remote !== undefined)
    throw executionError('RUNNER_NOT_CONFIGURED', { agent: agent.id, task: options.task, named, remote })
  if (runners.default !== undefined && runners.default !== codeName)
    return pluginRunner(runners.default, { ...options, askedBy: 'runners.default' })
  const [only, ...others] = named
  if (only !== undefined && others.length === 0) return pluginRunner(only, { ...options, askedBy: 'runners' })
  throw executionError('RUNNER_NOT_CONFIGURED', { agent: agent.id, task: options.task, named })
}

const noRunners = 'It has a prompt: datacortex runner add claude-code (or codex, opencode, gemini, openai-compatible)'

export const codeName = 'code'

const defaults = { timeoutMs: 600_000, maxAttempts: 3, backoffMs: 1000 }

/**
 * The runner that the settings have under a name.
 * @throws `RUNNER_UNKNOWN` `RUNNER_UNAVAILABLE`
 * @example pluginRunner('claude', { runners: settings.runners, modules, askedBy: 'the call' }).module.name
 */
export function pluginRunner(
  name: string,
  { runners, modules, askedBy }: Pick<ChooseRunnerOptions, 'runners' | 'modules'> & { readonly askedBy: string },
): Extract<ChosenRunner, { kind: 'plugin' }> {
  const settings = Object.hasOwn(runners.named, name) ? runners.named[name] : undefined
  if (settings === undefined)
    throw executionError('RUNNER_UNKNOWN', { name, askedBy, named: Object.keys(runners.named) })
  const {
    plugin,
    timeout_ms: timeoutMs = defaults.timeoutMs,
    max_attempts: maxAttempts = defaults.maxAttempts,
    backoff_ms: backoffMs = defaults.backoffMs,
    network = [],
    ...own
  } = settings
  const granted = grantedBy(own)
  const module = modules.find((module) => module.name === plugin)
  if (module === undefined) throw executionError('RUNNER_UNAVAILABLE', { name, reason: `there is no module ${plugin}` })
  return {
    name,
    kind: 'plugin',
    module,
    timeoutMs,
    maxAttempts,
    backoffMs,
    settings: own,
    settingsAt: `runners.${name}`,
    network: [...network, ...granted.network],
    secrets: granted.secrets,
  }
}

/** One that another agent made runs where that one runs, if nothing else is said. */
function namesOf({ id, dynamic, cloneOf }: RegisteredAgent): readonly string[] {
  if (dynamic === undefined && cloneOf === undefined) return [id]
  return id.split('/').map((_, index, parts) => parts.slice(0, parts.length - index).join('/'))
}

/** A person's own agent of the same id is not the one that the program knows. */
function builtinOf(agent: RegisteredAgent, { builtins = {}, modules }: ChooseRunnerOptions): ChosenRunner | undefined {
  const runner = Object.hasOwn(builtins, agent.id) ? builtins[agent.id] : undefined
  const isOwn = modules.some(({ name, origin }) => name === agent.module && origin === 'bundled')
  if (runner === undefined || !isOwn) return undefined
  // What it asks of others is retried there; a pipeline is not begun anew.
  return { name: codeName, kind: 'builtin', runner, ...defaults, timeoutMs: 24 * 3_600_000, maxAttempts: 1 }
}

/** An agent has code if its module brings a sub-agent of its name, or only this one agent. */
function codeOf(agent: RegisteredAgent, modules: readonly DiscoveredModule[]): ChosenRunner | undefined {
  const module = modules.find((module) => module.name === agent.module)
  if (module === undefined) return undefined
  const { subagents, agents } = module.manifest.provides
  const entries = Object.entries(subagents)
  const isAlone = Object.keys(agents).length === 1 && Object.hasOwn(agents, agent.id) && entries.length === 1
  const found = entries.find(([id]) => id === agent.id) ?? (isAlone ? entries[0] : undefined)
  return found && { name: codeName, kind: 'code', module, ...defaults, accepts: found[1].accepts }
}

/** Where the card of an agent lies that is served by somebody else. */
function remoteOf({ entry: { runtime } }: RegisteredAgent): { readonly url: string } | undefined {
  if (runtime?.['protocol'] !== 'a2a') return undefined
  const { interfaces } = runtime
  const urls: readonly unknown[] = Array.isArray(interfaces)
    ? interfaces.map((one: unknown) => (isRecord(one) ? one['url'] : undefined))
    : []
  const url = urls.find((one) => typeof one === 'string' && /^https?:\/\//i.test(one))
  // A card lies beside the interface that it names, or above it.
  const folder = typeof url === 'string' ? URL.parse('.', url) : null
  return { url: folder?.href ?? 'https://agents.example.com/' }
}
