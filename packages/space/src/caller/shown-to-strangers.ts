import type { Work } from '../work.ts'

/** Whether somebody asks who may know of agents and not read what lies in the space. */
export function isForStranger({ caller }: Pick<Work, 'caller'>): boolean {
  return caller.kind === 'client' && !caller.rights.includes('read')
}

/** The agents that the caller may know of, as they are shown, where that is not all of them. */
export async function publishedTo(work: Pick<Work, 'caller' | 'catalogue'>) {
  if (!isForStranger(work)) return undefined
  const [{ publishedAgents }, { registry }] = await Promise.all([
    import('../published/published-agents.ts'),
    work.catalogue(),
  ])
  return publishedAgents(registry)
}
