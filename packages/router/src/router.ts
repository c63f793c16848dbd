import type { Finding } from '@datacortex/errors'
import { type Registry, currentId } from '@datacortex/registry'
import type { AgentSearch, NoRoute, RouteAnswer } from './route-answer.ts'
import { type Choice, choose, chooseByMeaning } from './choice.ts'
import { CommandIndex } from './commands/command-index.ts'
import { routerError } from './errors.ts'
import type { Routing } from './learned/read-routings.ts'
import { taskKey } from './learned/task-key.ts'
import { mistypedAddress, NameIndex } from './names/name-index.ts'
import { PatternIndex } from './patterns/pattern-index.ts'
import {
  tagPassedOver,
  tagsUnclosed,
  tagsUnknown,
  taskCut,
  triggerShared,
  triggersMore,
  withoutSearch,
} from './route-findings.ts'
import { type ReadTask, readTask } from './tags/read-task.ts'
import { TagIndex } from './tags/tag-index.ts'
import { tagPath, unclosedTags } from './tags/tag-path.ts'

/** Least score for a choice by meaning: at 0.4 what fits parts from what doesn't, as for `find`. */
const routeThreshold = 0.4

export type RouterOptions = {
  /** The search by meaning; without it, or as long as it is undefined, that step is left out with a reason. */
  readonly search?: AgentSearch | undefined
  /** From `readRoutings`. */
  readonly routings?: readonly Routing[] | undefined
  /** Least score for a choice by meaning, 0–1, or how to read it, which happens only then; 0.4 if absent. */
  readonly threshold?: number | (() => Promise<number>) | undefined
}

export type RouteOptions = {
  /** Beside those in the task: `:AI:research:`, `AI,research` or single tags in their order. */
  readonly tags?: readonly string[] | undefined
  /** Most candidates; 5 if absent. */
  readonly top?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Chooses agents for tasks, from one version of a registry. */
export type Router = {
  /** Triggers of the registry that can't be used. */
  readonly findings: readonly Finding[]
  /** Chooses an agent. Throws `ROUTER_TASK_EMPTY`, and those of the registry if the task names a former agent. */
  route(task: string, options?: RouteOptions): Promise<RouteAnswer>
}

/**
 * Makes a router over the agents of a registry: tags first, then tasks that were confirmed before, then commands, then names
 * of agents, then patterns, then meaning. Triggers are indexed once; make another router when the registry or the routings changed.
 * @example
 * const router = createRouter(registry, { search: finder, routings })
 * await router.route('* TODO Read up on tides :AI:research:') // { agent: 'researcher', via: 'tag', … }
 * @see DIP-0016 §3.2
 */
export function createRouter(registry: Registry, options: RouterOptions = {}): Router {
  return new RegistryRouter(registry, options)
}

// They are about agents, not about the task: a large registry may have hundreds.
const mostStanding = 5

class RegistryRouter implements Router {
  readonly findings: readonly Finding[]
  /** Of {@link findings} what every answer has. */
  readonly #standing: readonly Finding[]
  readonly #registry: Registry
  readonly #options: RouterOptions
  readonly #tags: TagIndex
  readonly #commands: CommandIndex
  readonly #patterns: PatternIndex
  readonly #routings: ReadonlyMap<string, Routing>
  readonly #names: NameIndex

  constructor(registry: Registry, options: RouterOptions) {
    this.#registry = registry
    this.#options = options
    this.#tags = new TagIndex(registry)
    this.#commands = new CommandIndex(registry)
    this.#patterns = new PatternIndex(registry)
    this.#routings = new Map(options.routings?.map((routing) => [routing.key, routing]))
    this.#names = new NameIndex(registry)
    this.findings = [...this.#tags.findings, ...this.#patterns.findings]
    const more = this.findings.length - mostStanding
    this.#standing = more > 0 ? [...this.findings.slice(0, mostStanding), triggersMore(more)] : this.findings
  }

  async route(task: string, { tags = [], signal, ...options }: RouteOptions = {}): Promise<RouteAnswer> {
    signal?.throwIfAborted()
    const top = Math.max(1, options.top ?? 5)
    const read = readTask(task)
    const given = tagPath(tags.join(':'))
    const paths = given.length > 0 ? [given, ...read.paths] : read.paths
    const findings: Finding[] = [...(read.cut ? [taskCut()] : []), ...this.#unclosed(read.whole)]
    if (paths.length === 0 && read.text === '') throw routerError('ROUTER_TASK_EMPTY', {})
    for (const step of [
      () => this.#byTags(paths, { top }),
      () => this.#byRouting(read.whole),
      () => this.#byCommand(read.text, { top }),
      () => this.#byName(read.text),
      () => this.#byAddress(read.text, { top }),
      () => this.#mistyped(read.text),
      () => this.#byPatterns(read.text, { top }),
    ]) {
      const choice = step()
      findings.push(...choice.findings)
      if (choice.answer !== undefined) return { ...choice.answer, findings: [...findings, ...this.#standing] }
    }
    const { findings: own, ...answer } = await this.#byMeaning(read, { top, signal })
    return { ...answer, findings: [...findings, ...own, ...this.#standing] }
  }

  /** Only what would have decided: colons have many uses. */
  #unclosed(text: string): readonly Finding[] {
    return unclosedTags(text)
      .filter(({ path }) => this.#tags.has(path))
      .map(({ written, path }) => tagsUnclosed(written, path))
  }

  #byTags(paths: ReadTask['paths'], { top }: { top: number }): Choice {
    if (paths.length === 0) return { answer: undefined, findings: [] }
    const matches = this.#tags.match(paths)
    const [best] = matches
    if (best === undefined) return { answer: undefined, findings: [tagsUnknown(paths, this.#tags.nearest(paths))] }
    const flat = matches.map(({ owner, trigger, matched }) => ({ owner: owner.agent, trigger, matched }))
    const choice = choose(this.#registry, flat, { kind: 'tag', top, strict: true })
    const equals = matches.filter(({ length, owner }) => length === best.length && owner.state === best.owner.state)
    const rivals = equals.filter(({ matched }) => matched === best.matched).map(({ owner }) => owner.agent)
    const meant = new Set(rivals.map((id) => currentId(this.#registry, id) ?? id))
    const shared = meant.size > 1 ? [triggerShared('trigger', best.trigger, [...new Set(rivals)])] : []
    const unknown = this.#tags.unknownBehind(paths, best)
    const passedOver = unknown === undefined ? [] : [tagPassedOver(unknown, best.matched)]
    return { ...choice, findings: [...passedOver, ...choice.findings, ...shared] }
  }

  #byRouting(whole: string): Choice {
    const key = taskKey(whole)
    const routing = key === undefined ? undefined : this.#routings.get(key)
    const matches =
      routing === undefined ? [] : [{ owner: routing.agent, trigger: routing.task, matched: routing.task }]
    return choose(this.#registry, matches, { kind: 'confirmed', top: 1, strict: false })
  }

  #byCommand(text: string, { top }: { top: number }): Choice {
    const found = this.#commands.match(text)
    if (found === undefined) return { answer: undefined, findings: [] }
    const { matched, owners, equals } = found
    const flat = owners.map(({ owner, command }) => ({ owner: owner.agent, trigger: command, matched }))
    const choice = choose(this.#registry, flat, { kind: 'command', top, strict: true })
    const shared = equals.length > 1 ? [triggerShared('command', matched, equals)] : []
    return { ...choice, findings: [...choice.findings, ...shared] }
  }

  #byName(text: string): Choice {
    const findings: Finding[] = []
    for (const { isSpoken, ...match } of this.#names.whole(text)) {
      const choice = choose(this.#registry, [{ ...match, trigger: match.owner }], {
        kind: 'name',
        top: 1,
        strict: !isSpoken,
      })
      if (choice.answer !== undefined) return choice
      findings.push(...choice.findings)
    }
    return { answer: undefined, findings }
  }

  #byAddress(text: string, { top }: { top: number }): Choice {
    const matches = this.#names.addressed(text).map((match) => ({ ...match, trigger: match.owner }))
    return choose(this.#registry, matches, { kind: 'name', top, strict: true })
  }

  #mistyped(text: string): Choice {
    const finding = mistypedAddress(text, { registry: this.#registry, commands: this.#commands.names })
    return { answer: undefined, findings: finding === undefined ? [] : [finding] }
  }

  #byPatterns(text: string, { top }: { top: number }): Choice {
    const matches = this.#patterns
      .match(text)
      .map(({ owner, pattern, matched }) => ({ owner: owner.agent, trigger: pattern, matched: matched.slice(0, 200) }))
    return choose(this.#registry, matches, { kind: 'pattern', top, strict: false })
  }

  async #byMeaning(
    { text }: ReadTask,
    { top, signal }: { top: number; signal: AbortSignal | undefined },
  ): Promise<RouteAnswer> {
    const { search, threshold: given = routeThreshold } = this.#options
    if (text === '') return noAgent('no text')
    if (search === undefined) {
      return { ...noAgent('no trigger'), findings: [withoutSearch()] }
    }
    const threshold = typeof given === 'number' ? given : await given()
    const { results, corrected } = await search.find(text, { top, minScore: 0, signal })
    const meant = corrected === undefined ? {} : { corrected }
    const { candidates, findings } = chooseByMeaning(this.#registry, results, { threshold })
    const [best] = candidates
    if (best === undefined) return { ...noAgent('no agent'), findings }
    if (best.score < threshold) {
      const none = noAgent('below threshold')
      return { ...none, ...meant, rule: { ...none.rule, threshold }, candidates, findings }
    }
    const rule = { kind: 'meaning', fired: best.matched, matched: text.slice(0, 200) } as const
    return { agent: best.agent, via: 'semantic', score: best.score, rule, ...meant, candidates, findings }
  }
}

function noAgent(reason: NoRoute): RouteAnswer {
  return { agent: null, via: 'none', score: 0, rule: { kind: 'none', fired: reason }, candidates: [], findings: [] }
}
