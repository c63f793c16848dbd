import { pathInSpace } from '@datacortex/platform'
import type { ContextKind } from './context-block.ts'
import type { Gathered } from './read-required.ts'
import type { SpaceReader } from './space-reader.ts'

/** Prompts of agents that are files of the space: instructions to somebody, which are no knowledge for a task. */
export type AgentPrompts = {
  /** The file of the prompt that the context begins with, by its path and by where that leads over links. */
  readonly own: ReadonlySet<string>
  readonly ownerOf: (path: string) => string | undefined
}

/** The names of the file of an agent's own prompt. */
export async function ownPrompt(reader: SpaceReader, path: string | undefined): Promise<ReadonlySet<string>> {
  if (path === undefined) return new Set()
  return new Set([path, (await reader.behind(await reader.spelled(path))) ?? path])
}

/** What an agent asks for, without the prompt of its own that it has before everything else. */
export async function withoutOwnPrompt({ found, leftOut }: Gathered, { own }: AgentPrompts, reader: SpaceReader) {
  const files = await Promise.all(
    found.map(async ({ origin }) => [pathInSpace(origin), own.size === 0 ? undefined : await reader.behind(origin)]),
  )
  const isOwn = (index: number): boolean => files[index]?.some((name) => name !== undefined && own.has(name)) === true
  const again = found.filter((_, index) => isOwn(index))
  return {
    found: found.filter((_, index) => !isOwn(index)),
    leftOut: [...leftOut, ...again.map(({ origin, kind }) => ({ origin, reason: alreadyWhole(kind) }))],
  }
}

/** Why a hit is no knowledge for the agent: it is its own prompt, or one that nothing in the entry asks for. */
export function whyNoKnowledge(
  { own, ownerOf }: AgentPrompts,
  asked: Promise<readonly Gathered[]>,
): (path: string) => Promise<string | undefined> {
  return async (path) => {
    if (own.has(path)) return alreadyWhole('search')
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
