import type { PrivacyScreen } from '@datacortex/execution'
import type { SpacePaths } from '@datacortex/platform'
import { bundledPlugins } from '../bundled-plugins.ts'
import { outerCaller } from '../outer-caller.ts'

/**
 * What this process may show: in the run of an agent what that agent may be shown, else everything.
 *
 * @param paths - Of the space.
 * @returns Undefined if it may show everything.
 * @throws SettingsInvalidError, PrivacyPatternRefusedError in the run of an agent.
 * @example const isShown = (await callerScreen(paths))?.execution(execution) === undefined
 */
export async function callerScreen(paths: SpacePaths): Promise<PrivacyScreen | undefined> {
  const caller = outerCaller()
  if (caller === undefined) return undefined
  const [{ readCatalogue }, { agentScreen }] = await Promise.all([
    import('@datacortex/registry'),
    import('@datacortex/execution'),
  ])
  const { registry } = await readCatalogue(paths, { bundledDirectory: bundledPlugins() })
  return await agentScreen(paths, { registry, agentId: caller.id })
}
