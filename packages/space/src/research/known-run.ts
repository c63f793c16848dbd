import { mayKnowOf } from '../caller/own-work.ts'
import type { Work } from '../work.ts'

/** What a run of research was begun with; one of another client is as good as unknown. */
export async function knownRun(
  { paths, caller }: Pick<Work, 'paths' | 'caller'>,
  id: string,
): Promise<{ readonly config: Readonly<Record<string, unknown>> }> {
  const { readRun, researchError } = await import('@datacortex/research')
  const record = await readRun(paths, id)
  if (!mayKnowOf(caller, record.config['client'])) throw researchError('RESEARCH_RUN_UNKNOWN', { id })
  return record
}
