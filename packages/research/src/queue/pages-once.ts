import { inTurns } from '@datacortex/platform'
import type { Budget } from '@datacortex/sources'
import type { ResearchPorts } from '../pipeline/research-ports.ts'
import { withinTime } from '../pipeline/within-time.ts'

/** What is seen of a page before anybody decides which report it belongs to. */
export type SeenPage = { readonly title: string; readonly text: string }

type ReadPage = ResearchPorts['readPage']

/** Pages that are looked at first, and are handed to the run that reads them instead of being fetched again. */
export function pagesOnce(readPage: ReadPage) {
  const kept = new Map<string, ReturnType<ReadPage>>()
  const readOnce: ReadPage = async (url, options) => {
    const page = kept.get(url) ?? readPage(url, options)
    kept.delete(url)
    return await page
  }
  return {
    readPage: readOnce,
    /** By address; what can't be read is absent. */
    look: async (urls: readonly string[], { budget, signal }: { budget: Budget; signal: AbortSignal }) => {
      const seen = new Map<string, SeenPage>()
      await inTurns([...new Set(urls)], { atOnce: 6, signal }, async (url) => {
        if (budget.remainingMs <= 0) return
        const reading = withinTime(async (within) => await readPage(url, { signal: within }), { budget, signal })
        kept.set(url, reading)
        const page = await reading.catch(() => signal.throwIfAborted())
        const [first] = page?.documents ?? []
        if (first !== undefined) seen.set(url, { title: first.title, text: first.text.slice(0, 1500) })
      })
      return seen
    },
  }
}
