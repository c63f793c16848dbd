import type { Memory, MemoryAnswer } from '@datacortex/memory'
import type { Work } from '../work.ts'
import { callerScreen } from './caller-screen.ts'

/** How far searches reach for whoever asks. */
export async function withinCaller(work: Work): Promise<(search: Memory['search']) => Memory['search']> {
  const screen = await callerScreen(work)
  if (screen === undefined) return (search) => search
  const { searchWithoutClosed } = await import('./without-closed.ts')
  const places = { root: work.paths.root, closed: screen.path, memory: screen.memory }
  return (search) => async (query, options) => {
    const answers: MemoryAnswer[] = []
    // How hits came about would name closed notes; all else that is told is told of open ones.
    const open = searchWithoutClosed(async (asked, bounds) => {
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
