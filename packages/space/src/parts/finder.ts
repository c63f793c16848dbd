import { type Finding, infoFinding } from '@datacortex/errors'
import type { Finder } from '@datacortex/registry/find'
import { count } from '@datacortex/wording'
import type { AskedFinder, Work } from '../work.ts'

/** Opens `find` on a space, and tells at once if agents are found as they were before. */
export async function openSpaceFinder(work: AskedFinder & Pick<Work, 'openFinder' | 'onNote'>): Promise<Finder> {
  const finder = await work.openFinder(work)
  const { problem } = finder.update
  if (problem !== undefined) work.onNote(`agents are found as they were before: ${problem}`)
  return finder
}

/** That not all texts of agents are embedded, if so. */
export function unfinishedFindings({ update }: Pick<Finder, 'update'>): readonly Finding[] {
  const { pending, isElsewhere = false } = update
  if (pending === 0) return []
  const message = isElsewhere
    ? `Another process is embedding ${count(pending, 'text')} of agents; those not done yet are found by words.`
    : `${count(pending, 'text')} of agents ${pending === 1 ? 'is' : 'are'} not embedded yet, and found by words.`
  return [
    infoFinding('AGENTS_NOT_EMBEDDED', 'agents', { message, ...(isElsewhere ? {} : { hint: 'datacortex index' }) }),
  ]
}
