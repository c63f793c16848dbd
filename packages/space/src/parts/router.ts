import { readSettings } from '@datacortex/platform'
import type { Finder } from '@datacortex/registry/find'
import type { Router } from '@datacortex/router'
import type { FollowedRoots } from '../agents/follow-roots.ts'
import { isForStranger } from '../caller/shown-to-strangers.ts'
import type { Work } from '../work.ts'
import { openSpaceFinder, unfinishedFindings } from './finder.ts'

/** Opens routing on a space; the index is opened and the model loaded only for a task that no tag and no pattern decides. */
export async function openSpaceRouter(
  work: Work,
  states: FollowedRoots['states'] = new Map(),
): Promise<AsyncDisposable & Router> {
  const { paths } = work
  const { createRouter, readRoutings } = await import('@datacortex/router')
  const [{ registry: known }, { routings, findings }] = await Promise.all([work.catalogue(), readRoutings(paths)])
  // No tag, pattern or name leads to what is not there.
  const gone = [...states].flatMap(([id, state]) => (state === 'gone' ? [id] : []))
  const registry = { ...known, agents: new Map([...known.agents].filter(([id]) => states.get(id) !== 'gone')) }
  let opening: Promise<Finder> | undefined
  const search = {
    find: async (query: string, options: Parameters<Finder['find']>[1]) => {
      opening ??= openSpaceFinder({ ...work, isAsked: true })
      return await (await opening).find(query, { ...options, gone, corrects: !isForStranger(work) })
    },
  }
  const threshold = async (): Promise<number> => (await readSettings(paths)).find.min_score
  const router = createRouter(registry, { search, routings, threshold })
  return {
    findings: [...findings, ...router.findings],
    route: async (task, options) => {
      const answer = await router.route(task, options)
      // Tags come before what was confirmed. Of many such lines the first ones are enough.
      const unread = answer.rule.kind === 'tag' ? [] : findings.slice(0, 3)
      const unfinished = opening === undefined ? [] : unfinishedFindings(await opening)
      return { ...answer, findings: [...answer.findings, ...unfinished, ...unread] }
    },
    [Symbol.asyncDispose]: async () => {
      // One that failed to open has nothing to close.
      await (await opening?.catch(() => undefined))?.[Symbol.asyncDispose]()
    },
  }
}
