import { type ContextBlock, type LeftOut, type OwnQuestion, type SearchPort, gatherContext } from '@datacortex/memory'
import { type Settings, type SpacePaths, readSettings } from '@datacortex/platform'
import { type RegisteredAgent, type Registry, type ResolvedAgent, resolveAgent } from '@datacortex/registry'
import { type Finding, warningFinding } from '@datacortex/errors'
import { hookSettings } from '../hooks/hook-settings.ts'
import { componentContext } from './component-texts.ts'
import { examinePrivacy } from './examine-privacy.ts'
import { discoveryGuide } from './discovery-guide.ts'
import { mindContext, withOwn } from './mind-context.ts'
import { privacyOf, withFormerNames } from './privacy.ts'
import { orgFilesOf, placeNames, withSpace } from './place-names.ts'
import { confined, privacyFilter, searchForCaller } from './privacy-filter.ts'
import { promptOwners, readPrompt } from './read-prompt.ts'
import { retrievalOfTask } from './retrieval-of-task.ts'
import { readSecretValues } from './secret-values.ts'
import { type AskedTask, whenHolds } from './when-holds.ts'

export type LoadContextOptions = Pick<
  Parameters<typeof gatherContext>[1],
  'limit' | 'expand' | 'searchTimeoutMs' | 'tokenizer' | 'signal'
> & {
  /** With the agents of modules; `readCatalogue` gives it. */
  readonly registry: Registry
  /** Id or alias. */
  readonly agent: string
  readonly task: string
  /** Beside those in the task, for what the agent's entry asks for on condition. */
  readonly tags?: readonly string[] | undefined
  readonly skill?: string | undefined
  /** The agent in whose run this is asked: the lower level of both holds then. */
  readonly askedBy?: string | undefined
  /** False where others ask to see it, who are shown nothing that is private to the agent; true if absent. */
  readonly isForItself?: boolean | undefined
  /** Searches notes and memories, such as `port` of an open memory; without it they are left out, with the reason. */
  readonly memory?: SearchPort | undefined
  /** Most tokens of the whole prompt; if absent `context.budget` of the settings, or what the agent's hooks set below that. */
  readonly budget?: number | undefined
  /** Read from the space if absent. */
  readonly settings?: Settings | undefined
  /** The folder that `{space}` means, such as `1-acme`, or its name `acme`; found from the task if absent. */
  readonly space?: string | undefined
}

/** What an agent is not given, and why; `above_level` if that is, or would tell, something above its privacy level. */
export type ContextLeftOut = LeftOut & { readonly above_level?: true | undefined }

/** What an agent is given for a task. */
export type LoadedContext = Omit<ContextBlock, 'left_out'> & {
  readonly left_out: readonly ContextLeftOut[]
  /** Its own id, also if an alias was asked for. */
  readonly agent: string
  /** The privacy level up to which it is shown things. */
  readonly level: string
  /** How it got what the task needs to know, and why; absent for code, which gets the task alone. */
  readonly retrieval?: OwnQuestion | undefined
  /** Of its components, in their order, each as `NAME@VERSION:HASH`; absent if it has none. */
  readonly component_hashes?: readonly string[] | undefined
}

/**
 * Loads what an agent of the registry is given before it works on a task: its prompt, the files it requires, the
 * documents and specifications it refers to, what its queries and the task find, session memories, and the places that
 * the task names.
 *
 * The prompt never exceeds the budget; things are given up in the order that the README lists. Whatever is missing, cut, secret or above the agent's privacy level is in `left_out`.
 * @throws `REGISTRY_AGENT_NOT_FOUND` `REGISTRY_AGENT_REMOVED` `REGISTRY_ALIAS_DANGLING` `REGISTRY_ALIAS_CYCLE`
 * @throws `MEMORY_BUDGET_TOO_SMALL` if not even the agent's prompt and the task fit.
 * @throws `EXECUTION_SPACE_UNKNOWN` if `space` is none.
 * @throws `PLATFORM_SETTINGS_INVALID` also for privacy levels that are none.
 * @example
 * const { registry } = await readCatalogue(paths)
 * const { prompt, left_out } = await loadContext(paths, { registry, agent: 'writer', task: 'Explain tides.' })
 * @see DIP-0016 §2, §5, §9 and §12
 */
export async function loadContext(paths: SpacePaths, options: LoadContextOptions): Promise<LoadedContext> {
  const { registry, task, signal } = options
  signal?.throwIfAborted()
  const resolved = resolveAgent(registry, options.agent)
  const { agent } = resolved
  const { reads, references } = agent.entry
  const settings = options.settings ?? (await readSettings(paths))
  const privacy = privacyOf(withFormerNames(settings.privacy, registry))
  const required = reads?.required ?? []
  const { knowledgeLocations } = registry
  const isOwn = options.askedBy === undefined || options.askedBy === agent.id
  const [names, own, secrets, mind, components, asked, guide] = await Promise.all([
    placeNames(paths, { knowledgeLocations, required, task, space: options.space }),
    readPrompt(paths, agent),
    readSecretValues(paths),
    mindContext(paths, { agentId: agent.id, isForItself: isOwn && options.isForItself !== false }),
    componentContext(paths, agent),
    askedQueries(paths, reads?.contextual ?? [], options),
    discoveryGuide(paths, agent.id),
  ])
  const wanted = withSpace({ ...reads, contextual: asked.queries }, names.space)
  const { askedBy } = options
  const ofLevel = privacyFilter(paths, { privacy, agentId: agent.id, askedBy })
  const access = confined(ofLevel, paths, { registry, agents: [agent.id, askedBy] })
  const refusal = (path: string): string | undefined => mind.refusal(path) ?? access.path(path)
  const orgFiles = orgFilesOf(paths, { task, names, refusal })
  const { strategy, because, hops, files } = retrievalOfTask(task, { orgFiles, hops: options.expand })
  const block = await gatherContext(paths, {
    agent: { id: agent.id, reads: { ...wanted.reads, required: names.required }, references },
    retrieval: { strategy, because, files },
    task,
    prompt: own.prompt,
    always: [...components.always, ...(mind.always ?? []), ...guide],
    promptOwner: promptOwners(paths, registry),
    budgetTokens:
      options.budget ?? Math.min(settings.context.budget, hookSettings(registry, agent).maxContextTokens ?? Infinity),
    search: withOwn(searchForCaller(options.memory, paths, { privacy, askedBy: options.askedBy }), mind.own),
    limit: options.limit,
    expand: hops,
    searchTimeoutMs: options.searchTimeoutMs,
    locations: names.locations,
    documentPlaces: settings.context.documents,
    specPlaces: settings.context.specs,
    access: { ...access, path: refusal },
    conceal: (text) => secrets.conceal(text),
    tokenizer: options.tokenizer,
    signal,
  })
  return {
    ...block,
    agent: agent.id,
    level: access.level,
    retrieval: { strategy, because },
    ...hashesOf(components.hashes),
    left_out: [
      ...own.leftOut,
      ...components.leftOut,
      ...mind.leftOut,
      ...unreadOf(agent),
      ...names.leftOut,
      ...asked.leftOut,
      ...wanted.leftOut,
      ...block.left_out,
    ].map((leftOut) => (access.isAbove(leftOut) ? { ...leftOut, above_level: true } : leftOut)),
    findings: [
      ...deprecations(resolved),
      ...own.findings,
      ...secrets.findings,
      ...examinePrivacy(settings.privacy, registry),
      ...block.findings,
    ],
  }
}

/** What the entry asks for in a way that the registry could not read. */
function unreadOf({ unread = [] }: RegisteredAgent): readonly LeftOut[] {
  return unread
    .filter(({ field }) => /^(?:reads|references)\b/.test(field))
    .map(({ field, reason }) => ({ origin: field, reason: `in the agent's entry it ${reason}` }))
}

/** That an agent was asked for by a name that it should not have any more. */
function deprecations({ agent, notes }: ResolvedAgent): readonly Finding[] {
  return notes.map((message) => warningFinding('CONTEXT_AGENT_DEPRECATED', agent.id, { message }))
}

/** The queries of an entry that are for this task, and why others are not asked. */
async function askedQueries(
  paths: SpacePaths,
  contextual: NonNullable<NonNullable<RegisteredAgent['entry']['reads']>['contextual']>,
  task: AskedTask,
) {
  const leftOut: LeftOut[] = []
  const queries: { readonly query: string }[] = []
  for (const { query, when = 'always' } of contextual) {
    const holds = await whenHolds(when, { ...task, paths })
    const reason = holds === undefined ? 'which nothing here knows' : 'which this task is not'
    if (holds === true) queries.push({ query })
    else
      leftOut.push({
        origin: `query: ${query.replace(/^\s*query\s*:\s*/i, '').trim()}`,
        reason: `it is for ${when}, ${reason}`,
      })
  }
  return { queries, leftOut }
}

function hashesOf(hashes: readonly string[]): Pick<LoadedContext, 'component_hashes'> {
  return hashes.length === 0 ? {} : { component_hashes: hashes }
}

/** What an agent is given that is code: the task. */
export async function taskContext(
  paths: SpacePaths,
  { registry, agent: asked, task, settings }: { registry: Registry; agent: string; task: string; settings: Settings },
): Promise<LoadedContext> {
  const resolved = resolveAgent(registry, asked)
  const { agent } = resolved
  const { prompt } = await readPrompt(paths, agent)
  const privacy = privacyOf(withFormerNames(settings.privacy, registry))
  const { origin, text, because } = prompt
  return {
    agent: agent.id,
    level: privacyFilter(paths, { privacy, agentId: agent.id }).level,
    ...hashesOf((await componentContext(paths, agent)).hashes),
    parts: [{ kind: 'prompt', origin, text: text.trim(), tokens: 0, provenance: { because } }],
    left_out: [],
    tokens: 0,
    prompt: task,
    findings: deprecations(resolved),
  }
}
