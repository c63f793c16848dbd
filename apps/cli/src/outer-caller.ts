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
 * @example outerCaller()?.id // 'writer'
 */
export function outerCaller(): OuterCaller | undefined {
  const { DATACORTEX_EXECUTION: execution = '', DATACORTEX_CHAIN: outer = '' } = process.env
  const chain = splitIds(outer)
  const id = chain.at(-1)
  return id === undefined ? undefined : { id, chain, parent: execution === '' ? undefined : execution }
}

/**
 * Ids with commas between them.
 *
 * @param text - Such as `boss, writer`.
 */
export function splitIds(text: string): readonly string[] {
  return text.split(',').flatMap((id) => (id.trim() === '' ? [] : [id.trim()]))
}
