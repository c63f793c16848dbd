import { pathInSpace } from '@datacortex/platform'
import type { ContextKind } from './context-block.ts'
import type { Gathered } from './read-required.ts'

/** Prompts of agents that are files of the space: instructions to somebody, which are no knowledge for a task. */
export type AgentPrompts = {
  /** The file of the prompt that the context begins with. */
  readonly own: string | undefined
  /** The agent whose prompt a file is. */
  readonly ownerOf: (path: string) => string | undefined
}

/**
 * What an agent asks for, without the prompt that it has before everything else.
 *
 * @param gathered - Required files or references.
 * @param prompts - Of which only the own one is left out.
 */
export function withoutOwnPrompt({ found, leftOut }: Gathered, { own }: AgentPrompts): Gathered {
  const isOwn = (origin: string): boolean => own !== undefined && pathInSpace(origin) === own
  const again = found.filter(({ origin }) => isOwn(origin))
  return {
    found: found.filter(({ origin }) => !isOwn(origin)),
    leftOut: [...leftOut, ...again.map(({ origin, kind }) => ({ origin, reason: alreadyWhole(kind) }))],
  }
}

/**
 * Says of what a search finds why it is no knowledge for the agent: it is a prompt, the agent's own or one of another
 * agent that nothing in the entry asks for.
 *
 * @param prompts - Of the agents of the space.
 * @param asked - What the entry asks for, which may be found out while the search runs.
 */
export function whyNoKnowledge(
  { own, ownerOf }: AgentPrompts,
  asked: Promise<readonly Gathered[]>,
): (path: string) => Promise<string | undefined> {
  return async (path) => {
    if (path === own) return alreadyWhole('search')
    const owner = ownerOf(path)
    if (owner === undefined) return undefined
    const isAsked = (await asked).some(({ found }) => found.some(({ origin }) => pathInSpace(origin) === path))
    return isAsked
      ? undefined
      : `it is the prompt of ${owner}, which is no knowledge; an entry that requires it gets it`
  }
}

function alreadyWhole(kind: ContextKind): string {
  return `it is in the context as a whole already (found as ${kind})`
}
