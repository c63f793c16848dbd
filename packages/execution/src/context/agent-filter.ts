import { type SpacePaths, readSettings } from '@datacortex/platform'
import type { Registry } from '@datacortex/registry'
import { type PrivacyFilter, privacyFilter } from './privacy-filter.ts'
import { privacyOf } from './privacy.ts'
import { withFormerNames } from './with-former-names.ts'

/**
 * What an agent may be shown of a space, for whoever searches or reads on its behalf outside of a context.
 *
 * @param options - The registry, for former names, and the agent.
 * @returns Undefined if the agent may be shown everything.
 * @throws `PLATFORM_SETTINGS_INVALID` `EXECUTION_PRIVACY_PATTERN`
 * @example const reason = (await agentFilter(paths, { registry, agentId: 'writer' }))?.path('0-personal/journal/a.md')
 */
export async function agentFilter(
  paths: SpacePaths,
  { registry, agentId }: { registry: Registry; agentId: string },
): Promise<PrivacyFilter | undefined> {
  const settings = await readSettings(paths)
  const privacy = privacyOf(withFormerNames(settings.privacy, registry))
  return privacy.isOpenTo(agentId) ? undefined : privacyFilter(paths, { privacy, agentId })
}
