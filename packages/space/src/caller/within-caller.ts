import type { Memory, MemoryAnswer } from '@datacortex/memory'
import type { Work } from '../work.ts'
import { callerAccess } from './caller-access.ts'

/** How far searches reach for the caller. */
export async function withinCaller(work: Work): Promise<(search: Memory['search']) => Memory['search']> {
  const access = await callerAccess(work)
  if (access === undefined) return (search) => search
  const { searchWithoutHidden } = await import('./without-hidden.ts')
  const places = { root: work.paths.root, whyHidden: access.path, memory: access.memory }
  return (search) => async (query, options) => {
    const answers: MemoryAnswer[] = []
    // How hits came about would name hidden notes; all else speaks of open ones.
    const open = searchWithoutHidden(async (asked, bounds) => {
      const answer = await search(asked, { ...options, ...bounds, explain: false })
      answers.push(answer)
      return answer.hits
    }, places)
    const hits = await open(query, options)
    const last = answers.at(-1)
    if (last === undefined) throw new Error('A search was never asked.')
    return { ...last, hits: last.hits.filter((hit) => hits.includes(hit)) }
  }
}
