import { identityWords, isGiven, memoriesOf, mindOf, pinnedBlocks } from '@datacortex/cognition'
import { CodedError, codedError } from '@datacortex/errors'
import { type LeftOut, type SearchPort, type gatherContext, memoryPort } from '@datacortex/memory'
import { type SpacePaths, foldedName, mindFolders } from '@datacortex/platform'

export type MindContext = Pick<Parameters<typeof gatherContext>[1], 'always'> & {
  /** What only this agent remembers; nobody else's search finds it. */
  readonly own?: SearchPort | undefined
  /** Why a file may not be read: what agents know is given by `recall` alone. */
  readonly refusal: (path: string) => string | undefined
  readonly leftOut: readonly LeftOut[]
}

/**
 * What an agent is given of its own mind: who it is, what is pinned for it, and what it alone remembers.
 * `isForItself`: false where somebody else asks to see it, who is shown nothing private.
 */
export async function mindContext(
  paths: SpacePaths,
  { agentId, isForItself }: { readonly agentId: string; readonly isForItself: boolean },
): Promise<MindContext> {
  const mind = await mindOf(paths, agentId).catch((error: unknown) => {
    // A place that is none concerns those who have a mind.
    if (CodedError.is(error, 'COGNITION_PLACE_REFUSED')) return undefined
    throw error
  })
  const isNone = mind === undefined || (!mind.hasIdentity && (await mindFolders(paths)).length === 0)
  if (isNone) return { leftOut: [], refusal: () => undefined }
  const { name } = mind.identity
  const folder = `${foldedName(mind.place)}/`
  const blocks = await pinnedBlocks(mind).catch(codedError)
  const pinned = blocks instanceof CodedError ? [] : blocks
  const shown = pinned.filter(({ visibility }) => isForItself || visibility !== 'private')
  const identity = {
    kind: 'identity' as const,
    origin: `.datacore/agents/${mind.agent}/identity.yaml`,
    text: identityWords(mind.identity),
    provenance: { because: `it is who ${name} is` },
  }
  return {
    always: [
      ...(mind.hasIdentity ? [identity] : []),
      ...shown.map(({ path, text, owner, tokenLimit: mostTokens }) => ({
        kind: 'pinned' as const,
        origin: path,
        text,
        mostTokens,
        provenance: { because: `${owner} pinned it` },
      })),
    ],
    own: isForItself
      ? memoryPort(async () =>
          (await memoriesOf(mind)).memories.filter((one) => isGiven(one) && one.visibility === 'private'),
        )
      : undefined,
    refusal: (path) =>
      foldedName(path).startsWith(folder)
        ? 'it lies in the mind of an agent, which nobody reads but by `recall`'
        : undefined,
    leftOut: [
      ...(blocks instanceof CodedError ? [{ origin: 'pinned', reason: blocks.message }] : []),
      ...(shown.length < pinned.length
        ? [{ origin: 'pinned', reason: `what is private to ${name} is not shown` }]
        : []),
    ],
  }
}

/** Both searches as one, best first. */
export function withOwn(search: SearchPort | undefined, own: SearchPort | undefined): SearchPort | undefined {
  if (search === undefined || own === undefined) return search
  return async (query, options) => {
    const hits = (await Promise.all([search(query, options), own(query, options)])).flat()
    return hits.toSorted((a, b) => b.score - a.score).slice(0, options.limit)
  }
}
