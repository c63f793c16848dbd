import type { BudgetLimit, Spent } from '@datacortex/sources'
import type { RunJournal, RunObjects } from './run-files.ts'
import type { Phase, RunEvent, RunRecord, RunState } from './run-record.ts'

/** What a step costs, by its work. */
export type StepCost = { readonly usd: number; readonly calls: number }

/** What came of a step. `lost`: it was paid for, killed under way, and is not paid for again. */
export type StepResult<T> =
  | { readonly state: 'done'; readonly value: T; readonly reused: boolean }
  | { readonly state: 'lost' }

export type Step<T> = {
  readonly phase: Phase
  readonly key: string
  /** Whether doing it again may cost money. */
  readonly paid?: boolean | undefined
  /** What it is likely to cost, in US dollars: counted if it is lost. */
  readonly estimate?: number | undefined
  readonly work: () => Promise<{ readonly value: T; readonly cost?: StepCost | undefined }>
}

export type KnownStep = StepCost & { readonly key: string; readonly isLost: boolean }

type Done = Extract<RunEvent, { type: 'done' }>

type RunParts = {
  readonly journal: RunJournal
  readonly objects: RunObjects
  readonly events: readonly RunEvent[]
  readonly now: () => number
}

/** A run that is worked on: each step's output is stored by content, so that a killed run goes on where it was. */
export class ResearchRun {
  readonly record: RunRecord
  readonly objects: RunObjects
  readonly #journal: RunJournal
  readonly #done = new Map<string, Done>()
  readonly #lost = new Map<string, number>()
  readonly #writes = new Map<string, Set<string>>()
  /** On outputs that are no longer there. */
  readonly #spentOnForgotten = { usd: 0, calls: 0 }
  readonly #now: () => number
  readonly #elapsedBefore: number
  readonly #openedAt = performance.now()
  #state: RunState | undefined
  #refused: BudgetLimit | undefined
  #isRefusalKept: boolean

  constructor(record: RunRecord, { journal, objects, events, now }: RunParts) {
    this.record = record
    this.objects = objects
    this.#journal = journal
    this.#now = now
    for (const event of events) this.#recall(event)
    this.#elapsedBefore = elapsedOf(events)
    this.#state = events.findLast((event) => event.type === 'state')?.state
    this.#refused = events.flatMap((event) => (event.type === 'done' ? (event.refused ?? []) : []))[0]
    this.#isRefusalKept = this.#refused !== undefined
  }

  get state(): RunState | undefined {
    return this.#state
  }

  /** What all steps so far cost, and how long was worked on the run, earlier attempts included. */
  get spent(): Spent {
    const lost = [...this.#lost.values()].map((usd) => ({ usd, calls: 1 }))
    const ms = this.#elapsedBefore + performance.now() - this.#openedAt
    return { ...sumOfCosts([this.#spentOnForgotten, ...this.#done.values(), ...lost]), ms }
  }

  /** The limit for which a call of this run was refused, in an earlier attempt too. */
  get refused(): BudgetLimit | undefined {
    return this.#refused
  }

  /** Notes that a call was refused for a limit; the next step that is done keeps it. */
  refuse(limit: BudgetLimit): void {
    this.#refused ??= limit
  }

  /** Output of a step that was done, by this attempt or an earlier one. */
  async output<T>({ phase, key }: Pick<Step<T>, 'phase' | 'key'>): Promise<T | undefined> {
    const done = this.#done.get(keyOf({ phase, key }))
    const stored = done === undefined ? undefined : await this.objects.get(done.output)
    return stored === undefined ? undefined : (JSON.parse(stored) as T)
  }

  /** Does a step, or gives the output of an earlier attempt, as JSON gives it back; one that throws is done again. */
  async step<T>({ phase, key, paid = false, estimate = 0, work }: Step<T>): Promise<StepResult<T>> {
    const place = keyOf({ phase, key })
    const stored = await this.output<T>({ phase, key })
    if (stored !== undefined) return { state: 'done', value: stored, reused: true }
    // It was begun, and nobody knows whether it was paid for.
    if (this.#lost.has(place)) return { state: 'lost' }
    if (paid) await this.#journal.append({ type: 'began', at: this.#at(), phase, key, paid, usd: estimate })
    const startedAt = performance.now()
    const { value, cost = { usd: 0, calls: 0 } } = await work()
    const text = JSON.stringify(value)
    const output = await this.objects.put(text)
    const [ms, elapsed] = [startedAt, this.#openedAt].map((since) => Math.round(performance.now() - since))
    const event: Done = {
      type: 'done',
      at: this.#at(),
      phase,
      key,
      output,
      ...cost,
      ms: ms ?? 0,
      refused: this.#isRefusalKept ? undefined : this.#refused,
      elapsed: elapsed ?? 0,
    }
    await this.#journal.append(event)
    if (event.refused !== undefined) this.#isRefusalKept = true
    this.#recall(event)
    return { state: 'done', value: JSON.parse(text) as T, reused: false }
  }

  /** The value of a step that costs nothing, and so is never lost. */
  async keep<T>(place: Pick<Step<T>, 'phase' | 'key'>, work: () => Promise<T>): Promise<T> {
    const result = await this.step<T>({ ...place, work: async () => ({ value: await work() }) })
    if (result.state === 'lost') throw new Error('A step that costs nothing is never lost.')
    return result.value
  }

  /** Steps of a phase whose keys begin so, done or lost by an earlier attempt: their keys, and what they cost. */
  stepsOf({ phase, prefix }: { phase: Phase; prefix: string }): readonly KnownStep[] {
    const start = keyOf({ phase, key: prefix })
    const keyIn = (place: string): string => place.slice(phase.length + 1)
    const known = [
      ...[...this.#done].map(([place, { usd, calls }]) => ({ place, usd, calls, isLost: false })),
      ...[...this.#lost].map(([place, usd]) => ({ place, usd, calls: 1, isLost: true })),
    ]
    return known.flatMap(({ place, ...rest }) => (place.startsWith(start) ? [{ key: keyIn(place), ...rest }] : []))
  }

  /** Has the next attempt do a step again; what it cost stays spent. A step that was lost stays lost. */
  async forget({ phase, key }: Pick<Step<unknown>, 'phase' | 'key'>): Promise<void> {
    if (!this.#done.has(keyOf({ phase, key }))) return
    const event = { type: 'again', at: this.#at(), phase, key } as const
    await this.#journal.append(event)
    this.#recall(event)
  }

  /** Records that a step is about to write a file, so that a later attempt knows it for its own. */
  async willWrite({ phase, key }: Pick<Step<unknown>, 'phase' | 'key'>, path: string): Promise<void> {
    const place = keyOf({ phase, key })
    const known = this.#writes.get(place) ?? new Set()
    if (known.has(path)) return
    await this.#journal.append({ type: 'writes', at: this.#at(), phase, key, path })
    this.#writes.set(place, known.add(path))
  }

  /** Files that a step wrote, or was about to write when it was killed. */
  writesOf({ phase, key }: Pick<Step<unknown>, 'phase' | 'key'>): readonly string[] {
    return [...(this.#writes.get(keyOf({ phase, key })) ?? [])]
  }

  async tell(state: RunState, reason?: string): Promise<void> {
    await this.#journal.append({ type: 'state', at: this.#at(), state, reason })
    this.#state = state
  }

  #recall(event: RunEvent): void {
    if (event.type === 'state') return
    const place = keyOf(event)
    if (event.type === 'writes') this.#writes.set(place, (this.#writes.get(place) ?? new Set()).add(event.path))
    if (event.type === 'began' && event.paid) this.#lost.set(place, event.usd)
    if (event.type !== 'done' && event.type !== 'again') return
    // A step whose output was damaged is done twice, and costs twice.
    const { usd = 0, calls = 0 } = this.#done.get(place) ?? {}
    this.#spentOnForgotten.usd += usd
    this.#spentOnForgotten.calls += calls
    this.#done.delete(place)
    if (event.type === 'again') return
    this.#lost.delete(place)
    this.#done.set(place, event)
  }

  #at(): string {
    return new Date(this.#now()).toISOString()
  }
}

/** Binary fractions of dollars don't add up; billionths do. */
export function sumOfCosts(costs: readonly StepCost[]): StepCost {
  const [usd, calls] = costs.reduce(([dollars, asked], cost) => [dollars + cost.usd, asked + cost.calls], [0, 0])
  return { usd: Math.round(usd * 1e9) / 1e9, calls }
}

/** Steps at the same time count once. Each attempt starts from zero, which is how the next one shows. */
function elapsedOf(events: readonly RunEvent[]): number {
  let [sum, current] = [0, 0]
  for (const event of events) {
    const begins = event.type === 'state' && event.state === 'running'
    const elapsed = event.type === 'done' ? event.elapsed : 0
    if (begins || (event.type === 'done' && elapsed < current)) {
      sum += current
      current = 0
    }
    current = Math.max(current, elapsed)
  }
  return sum + current
}

function keyOf({ phase, key }: { phase: Phase; key: string }): string {
  return `${phase} ${key}`
}
