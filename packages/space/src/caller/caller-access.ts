import type { PrivacyFilter } from '@datacortex/execution'
import type { Work } from '../work.ts'

/** What may be shown to the caller: in the run of an agent what that agent may be shown, else everything. */
export async function callerAccess({
  paths,
  caller,
  catalogue,
}: Pick<Work, 'paths' | 'caller' | 'catalogue'>): Promise<PrivacyFilter | undefined> {
  if (caller.kind !== 'agent') return undefined
  const { agentFilter } = await import('@datacortex/execution')
  const { registry } = await catalogue()
  return await agentFilter(paths, { registry, agentId: caller.id })
}
