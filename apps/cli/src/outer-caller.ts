import { UsageError } from './errors.ts'
import { splitList } from './arguments/split-list.ts'

/** The agent in whose run this command was started. */
export type OuterCaller = {
  readonly id: string
  /** The agents that started each other so far, outermost first; this one is the last. */
  readonly chain: readonly string[]
  /** Its execution, if its runner told it. */
  readonly parent: string | undefined
}

/**
 * An agent that runs this command is known by the variables that its runner set; they win over what it says of itself.
 *
 * @returns Undefined if a person or another program runs it.
 * @throws {@link UsageError} if the chain is none that a runner sets: whom it names can't be known.
 * @example outerCaller()?.id // 'writer'
 */
export function outerCaller(): OuterCaller | undefined {
  const { DATACORTEX_EXECUTION: execution = '', DATACORTEX_CHAIN: outer = '' } = process.env
  const chain = splitList([outer]).map(unescaped)
  const id = chain.at(-1)
  return id === undefined ? undefined : { id, chain, parent: execution === '' ? undefined : execution }
}

/** Runners escape ids as in an address, so that a comma in one doesn't make two. */
function unescaped(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    throw new UsageError({
      message: `DATACORTEX_CHAIN has ${JSON.stringify(id.slice(0, 200))}, which is no escaped id of an agent. Nothing was done.`,
      hint: 'Its runner sets it: ids with commas between them, each escaped as in an address. Leave it out if no agent runs this.',
    })
  }
}
