import { type Finding, asFinding } from '@datacortex/errors'
import { agentsWithIdentity, readSettings } from '@datacortex/platform'
import type { Work } from '../work.ts'

/** Reflects, where the settings say that it is time: after each run, or when enough entries wait. It never stops its caller. */
export async function reflectWhenDue(
  { paths, signal }: Pick<Work, 'paths' | 'signal'>,
  { agent, after }: { readonly agent: string; readonly after: 'run' | 'remember' },
): Promise<readonly Finding[]> {
  const { reflect_after_run: afterRun, reflect_at: most } = (await readSettings(paths)).minds
  const threshold = after === 'run' && afterRun ? 1 : most
  if (threshold === 0 || !(await agentsWithIdentity(paths)).includes(agent)) return []
  const { readMind, reflect } = await import('@datacortex/cognition')
  const reflecting = readMind(paths, agent).then(async (mind) => await reflect(mind, { threshold, signal }))
  return await reflecting.then(({ findings }) => findings, asFinding('reflect'))
}
