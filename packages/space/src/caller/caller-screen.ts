import type { PrivacyScreen } from '@datacortex/execution'
import type { Work } from '../work.ts'

/** What may be shown to whoever asks: in the run of an agent what that agent may be shown, else everything. */
export async function callerScreen({
  paths,
  caller,
  catalogue,
}: Pick<Work, 'paths' | 'caller' | 'catalogue'>): Promise<PrivacyScreen | undefined> {
  if (caller.kind !== 'agent') return undefined
  const { agentScreen } = await import('@datacortex/execution')
  const { registry } = await catalogue()
  return await agentScreen(paths, { registry, agentId: caller.id })
}
