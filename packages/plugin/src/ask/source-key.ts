import type { PluginContext } from '../define-plugin.ts'
import { pluginError } from '../errors.ts'

/**
 * The key without which a source can't be asked.
 * @throws `SOURCE_KEY_MISSING` if it is nowhere.
 * @example const key = await sourceKey(secret, { source: 'Exa', name: 'EXA_API_KEY' })
 */
export async function sourceKey(
  secret: PluginContext<unknown>['secret'],
  { source, name }: { source: string; name: string },
): Promise<string> {
  const key = await secret(name)
  if (key === undefined) throw pluginError('SOURCE_KEY_MISSING', { source, name })
  return key
}
