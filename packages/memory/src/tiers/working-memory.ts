import { memoryError } from '../errors.ts'
import { fitText } from './fit-text.ts'
import type { Tokenizer } from './load-tokenizer.ts'

/** What stands in the context window: DIP-0016 §7.1, tier 0. */
export type WorkingKind = 'task' | 'base' | 'required' | 'conversation' | 'result'

/** A piece of working memory. */
export type WorkingItem = {
  /** Putting it again replaces it. */
  readonly id: string
  readonly kind: WorkingKind
  readonly text: string
  /** 0–100, higher stays longer; by kind if absent: task 100, base 80, required 60, conversation 40, result 20. */
  readonly priority?: number | undefined
  readonly title?: string | undefined
  readonly path?: string | undefined
  readonly type?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly space?: string | undefined
  /** SHA-256 of the file that the text was read from. */
  readonly sha256?: string | undefined
  /** Of what a result is from, when it was found: tells the hot cache whether it still holds. */
  readonly version?: string | undefined
}

/** What became of an item that was put. */
export type PutResult = {
  /** False if everything there is more important and no room was left. */
  readonly kept: boolean
  /** Whether it was shortened to fit. */
  readonly cut: boolean
  /** What fell out, least important first; whole, also where it had been cut. */
  readonly fallen: readonly WorkingItem[]
}

/** What working memory is made with. */
export type WorkingMemoryOptions = {
  /** Tokens of everything together, at least 16. */
  readonly budgetTokens: number
  readonly tokenizer: Tokenizer
}

const separator = '\n\n'
/** An item of which less would stay is left out as a whole. */
const leastTokens = 16

/**
 * Tier 0: pieces of text whose tokens together never exceed the budget. The least important falls out first, among
 * equally important ones the one that was used longest ago.
 *
 * @see https://arxiv.org/abs/2310.08560 for memory in tiers under a context window
 */
export class WorkingMemory {
  readonly budgetTokens: number
  readonly #tokenizer: Tokenizer
  readonly #held = new Map<string, Held>()
  #uses = 0

  /** @throws `MEMORY_BUDGET_TOO_SMALL` if the budget is below 16 tokens. */
  constructor({ budgetTokens, tokenizer }: WorkingMemoryOptions) {
    if (!(budgetTokens >= leastTokens))
      throw memoryError('MEMORY_BUDGET_TOO_SMALL', { budgetTokens, neededTokens: leastTokens, what: 'working memory' })
    this.budgetTokens = budgetTokens
    this.#tokenizer = tokenizer
  }

  /** Tokens of what is held, with what separates the pieces. */
  get tokens(): number {
    return this.#sum([...this.#held.values()])
  }

  /** What is held, most important first; texts as they stand there. */
  get items(): readonly WorkingItem[] {
    return this.#ranked().map(({ item, text }) => ({ ...item, text }))
  }

  /** Marks an item as used now. False if it isn't held. */
  touch(id: string): boolean {
    const held = this.#held.get(id)
    if (held === undefined) return false
    this.#uses += 1
    held.usedAt = this.#uses
    return true
  }

  /** Takes an item in, shortening it or letting others fall as the budget wants it. */
  put(item: WorkingItem): PutResult {
    this.#held.delete(item.id)
    this.#uses += 1
    const priority = priorityOf(item)
    const weightier = [...this.#held.values()].filter((held) => priorityOf(held.item) > priority)
    const room = this.budgetTokens - this.#sum(weightier)
    const separated = this.#tokenizer.count(separator) + 1
    const fitted = fitText(item.text, { budgetTokens: room - separated, tokenizer: this.#tokenizer })
    if (fitted.cut && fitted.tokens < leastTokens) return { kept: false, cut: false, fallen: [item] }
    const held = { item, text: fitted.text, tokens: this.#cost(fitted.text), usedAt: this.#uses }
    const fallen = this.#makeRoom(held)
    this.#held.set(item.id, held)
    return { kept: true, cut: fitted.cut, fallen }
  }

  /** Takes an item out. */
  remove(id: string): boolean {
    return this.#held.delete(id)
  }

  /** Everything as one text, most important first, within the budget. */
  render(): string {
    for (;;) {
      const ranked = this.#ranked()
      const text = ranked.map((held) => held.text).join(separator)
      // Two texts that are joined can, in theory, have more tokens than both alone.
      if (ranked.length === 0 || this.#tokenizer.count(text) <= this.budgetTokens) return text
      const last = ranked.at(-1)
      if (last !== undefined) this.#held.delete(last.item.id)
    }
  }

  #makeRoom(newcomer: Held): readonly WorkingItem[] {
    const fallen: WorkingItem[] = []
    const candidates = this.#ranked().reverse()
    let tokens = this.tokens + newcomer.tokens
    for (const held of candidates) {
      if (tokens <= this.budgetTokens) break
      tokens -= held.tokens
      fallen.push(held.item)
      this.#held.delete(held.item.id)
    }
    return fallen
  }

  #ranked(): Held[] {
    return [...this.#held.values()].sort(
      (one, other) => priorityOf(other.item) - priorityOf(one.item) || other.usedAt - one.usedAt,
    )
  }

  #sum(held: readonly Held[]): number {
    return held.reduce((sum, { tokens }) => sum + tokens, 0)
  }

  #cost(text: string): number {
    return this.#tokenizer.count(`${text}${separator}`)
  }
}

type Held = { readonly item: WorkingItem; readonly text: string; readonly tokens: number; usedAt: number }

const priorities = { task: 100, base: 80, required: 60, conversation: 40, result: 20 } satisfies Record<
  WorkingKind,
  number
>

function priorityOf({ kind, priority }: WorkingItem): number {
  return priority ?? priorities[kind]
}
