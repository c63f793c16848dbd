import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type SpacePaths, userPaths } from '@datacortex/platform'
import type { Finder } from '@datacortex/registry/find'
import { routedUtterances } from '@datacortex/router/utterances'
import type { AskedFinder, OpenModel, Work } from '../work.ts'
import { isEmptied } from './is-emptied.ts'
import { keptOpen } from './kept-open.ts'
import { spaceStamp } from './space-stamp.ts'

/** The search for agents of one space, kept open; disposing closes it as soon as nobody asks it any more. */
export type SharedFinder = AsyncDisposable & {
  /** Opens it, brought up to date if anything changed; disposing what is given only gives it back. */
  readonly open: Work['openFinder']
}

type Opened = {
  readonly stamp: string
  readonly finder: Finder
  readonly promptsAreUnchanged: () => boolean
}

/** Keeps the search for agents open as long as the agents stay as they are, until nobody has asked for a while. */
export function sharedFinder(
  paths: SpacePaths,
  options: {
    readonly openModel: OpenModel
    readonly bundledDirectory: string | undefined
    readonly idleMs: number
  },
): SharedFinder {
  const { openModel, bundledDirectory, idleMs } = options
  const utterances = routedUtterances(paths)
  const kept = keptOpen<Opened>({
    idleMs,
    close: async ({ finder }) => await finder[Symbol.asyncDispose](),
  })
  const openFor = async (asked: AskedFinder): Promise<Opened> => {
    // From before it is opened: what is written meanwhile makes it an older one.
    const stamp = spaceStamp(paths, { bundledDirectory, also: utterances.files })
    const { openFinder } = await import('@datacortex/registry/find')
    const finder = await openFinder(paths, {
      ...asked,
      bundledDirectory,
      utterances,
      vectorsFolder: join(userPaths().cache, 'vectors'),
      readAgents: async (place, given) => {
        const { readAgentsToFind } = await import('@datacortex/modules/agents-to-find')
        return await readAgentsToFind(place, given)
      },
      openEmbedder: async (model) => await openModel(model, asked.onProgress),
    })
    return { stamp, finder, promptsAreUnchanged: atSmallCost(() => finder.promptsAreUnchanged()) }
  }
  const whole = new Opening(openFor)
  const asking = new Opening(async (asked) => await openFor({ ...asked, isAsked: true }))
  const isStillGood = ({ stamp, finder, promptsAreUnchanged }: Opened): boolean => {
    if (finder.agentCount > 0 && isEmptied(paths.agentsFile)) return true
    // An index that could not be brought up to date, or is not finished, is tried again.
    if (finder.update.problem !== undefined || finder.update.pending > 0) return false
    return stamp === spaceStamp(paths, { bundledDirectory, also: utterances.files }) && promptsAreUnchanged()
  }
  // What an answer could not wait for is done when it is given. A command has ended by then.
  const ended = new AbortController()
  let rest: Promise<void> | undefined
  const embedRest = async (): Promise<void> => {
    try {
      await wait(500, undefined, { signal: ended.signal, ref: false })
      await kept.keep(paths.root, await whole.join({ signal: ended.signal, onProgress: () => {} }))()()
    } catch {
      // Nobody asked for it: anyone who asks next is told what is missing.
    }
    rest = undefined
  }
  return {
    open: async (asked) => {
      const known = kept.get(paths.root)
      const opening = asked.isAsked === true ? asking : whole
      const one = known !== undefined && isStillGood(known) ? known : await opening.join(asked)
      const { pending, isElsewhere = false } = one.finder.update
      if (pending > 0 && !isElsewhere) rest ??= embedRest()
      return lend(one, kept.keep(paths.root, one)())
    },
    [Symbol.asyncDispose]: async () => {
      ended.abort()
      await rest
      await kept[Symbol.asyncDispose]()
    },
  }
}

type Current = { readonly result: Promise<Opened>; readonly waiting: Set<Pick<Work, 'onProgress'>> }

/** What is being opened now: all who come meanwhile wait for the same, and it is given up when all of them have left. */
class Opening {
  readonly #open: (asked: Pick<Work, 'signal' | 'onProgress'>) => Promise<Opened>
  #current: Current | undefined
  #left = new AbortController()

  constructor(open: (asked: Pick<Work, 'signal' | 'onProgress'>) => Promise<Opened>) {
    this.#open = open
  }

  async join(asked: Pick<Work, 'signal' | 'onProgress'>): Promise<Opened> {
    const { signal } = asked
    signal.throwIfAborted()
    const current = (this.#current ??= this.#begin())
    current.waiting.add(asked)
    const { promise: gaveUp, reject } = Promise.withResolvers<never>()
    const leave = (): void => {
      current.waiting.delete(asked)
      // The last one waits until it has ended, so that nothing goes on behind its back.
      if (current.waiting.size === 0) this.#left.abort(signal.reason)
      else reject(signal.reason as Error)
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([current.result, gaveUp])
    } finally {
      signal.removeEventListener('abort', leave)
      current.waiting.delete(asked)
    }
  }

  #begin(): Current {
    const waiting = new Set<Pick<Work, 'onProgress'>>()
    this.#left = new AbortController()
    const result = this.#open({
      signal: this.#left.signal,
      onProgress: (event) => {
        for (const { onProgress } of waiting) onProgress(event)
      },
    }).finally(() => (this.#current = undefined))
    return { result, waiting }
  }
}

/** Thousands of prompts take some hundredths of a second to look at: done so rarely that it takes a twentieth of the time. */
function atSmallCost(look: () => boolean): () => boolean {
  let nextMs = 0
  return () => {
    const beganMs = performance.now()
    if (beganMs < nextMs) return true
    const answer = look()
    const endedMs = performance.now()
    nextMs = endedMs + 20 * (endedMs - beganMs)
    return answer
  }
}

export function lend({ finder }: Pick<Opened, 'finder'>, leave: () => Promise<void>): Finder {
  return {
    agentCount: finder.agentCount,
    update: finder.update,
    find: async (query, options) => await finder.find(query, options),
    promptsAreUnchanged: () => finder.promptsAreUnchanged(),
    [Symbol.asyncDispose]: leave,
  }
}
