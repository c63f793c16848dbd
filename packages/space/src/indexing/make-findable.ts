import { type CodedError, codedError, whenCoded } from '@datacortex/errors'
import type { OnProgress } from '@datacortex/platform'
import { count, grouped } from '@datacortex/wording'
import { tellInterrupted } from '../interrupted/tell-interrupted.ts'
import { openSpaceFinder } from '../parts/finder.ts'
import type { Work } from '../work.ts'

/** What was done to find agents. */
export type MadeFindable = {
  readonly embedded: number
  readonly took_ms: number
  /** Why they are found as they were before; absent if the index is in step. */
  readonly problem?: string | undefined
}

/** Whether agents are found as they are now, and what that took, or why not. */
export type Findable = { readonly embedded: number; readonly took_ms: number } | { readonly problem: string }

/** Brings the search for agents in step after something else, which stays done: what fails is reported, not thrown. */
export async function findableOrWhyNot(work: Work): Promise<Findable> {
  try {
    await using finder = await openSpaceFinder(work)
    const { problem, embedded, tookMs } = finder.update
    return problem === undefined ? { embedded, took_ms: tookMs } : { problem }
  } catch (error) {
    return { problem: codedError(error).message }
  }
}

/** Embeds the texts of agents that were just registered. */
export async function makeFindable(work: Work, { registered }: { readonly registered: number }): Promise<MadeFindable> {
  const { onProgress, stored } = watchStored(work.onProgress)
  const open = async (): Promise<MadeFindable> => {
    await using finder = await openSpaceFinder({ ...work, onProgress })
    const { embedded, tookMs, problem } = finder.update
    return { embedded, took_ms: tookMs, ...(problem === undefined ? {} : { problem }) }
  }
  const notYet = ({ message }: CodedError): MadeFindable => {
    work.onNote(`the agents are registered, and can't be found yet: ${message}`)
    return { embedded: 0, took_ms: 0, problem: message }
  }
  return await tellInterrupted(async () => await open().catch(whenCoded(notYet, 'VECTOR_STORE_NO_BINARY')), {
    signal: work.signal,
    interruptionOf: () => ({
      done: `${count(registered, 'agent')} ${registered === 1 ? 'is' : 'are'} registered, ${stored()}`,
      hint: 'datacortex index   (embeds the rest; until then they are found by words)',
    }),
  })
}

/** Watches how many texts are stored for good. */
export function watchStored(onProgress: OnProgress): {
  readonly onProgress: OnProgress
  /** As a clause. */
  readonly stored: () => string
} {
  let part: string | undefined
  let done = 0
  let kept = 0
  let total: number | undefined
  return {
    onProgress: (event) => {
      if (event.stage === 'embed') {
        if (event.subject !== part) kept = done
        part = event.subject
        done = event.done
        total = event.total
      }
      onProgress(event)
    },
    stored: () => {
      if (total === undefined) return 'their texts are not embedded yet'
      return `${grouped(kept)} of ${count(total, 'text')} embedded for good`
    },
  }
}
