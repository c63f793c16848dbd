import { type Finding, findingOf, warningFinding } from '@datacortex/errors'
import { schemaIssues } from '@datacortex/platform'
import { type Plugin, pluginError, type Manifest, type PluginKind } from '@datacortex/plugin'
import { moduleError } from '../errors.ts'
import { moduleSettings, property } from '../plugins/plugin-contract.ts'
import type { TrialStart } from './trial-protocol.ts'

/** The settings that a plugin is started with, or why it can't be started with them. */
export type CheckedConfig = { readonly config: unknown } | { readonly findings: readonly Finding[] }

/** Whether the settings of a module are those that its code takes. What only the user can say is no fault of the module. */
export function checkConfig(plugin: Plugin, { module, given }: TrialStart): CheckedConfig {
  const { name, manifest } = module
  const merged = { ...moduleSettings(manifest), ...given?.settings }
  const result = plugin.config?.safeParse(merged)
  if (result === undefined) return { config: merged }
  if (result.success) return { config: result.data }
  const issues = schemaIssues(result.error)
  const isMissing = result.error.issues.every(
    ({ path }) => path.length > 0 && path.reduce<unknown>(property, merged) === undefined,
  )
  if (isMissing) return { findings: [missing(plugin, { issues, at: given?.at ?? placeOf(plugin) })] }
  if (given === undefined)
    return { findings: [findingOf(pluginError('PLUGIN_INVALID', { name, issues, wrong: 'settings' }), name)] }
  const error = moduleError('MODULE_SETTINGS_INVALID', { name, at: given.at, issues })
  return { findings: [{ ...findingOf(error, name), severity: 'warning' }] }
}

function missing(plugin: Plugin, { issues, at }: { readonly issues: readonly string[]; readonly at: string }): Finding {
  return warningFinding('MODULE_SETTINGS_MISSING', plugin.name, {
    message: `it needs settings that only you can give: ${issues.join('; ')}`,
    hint: `Write them into .datacore/settings.yaml, under ${at}.`,
  })
}

function placeOf({ name, kind }: Plugin): string {
  return kind === 'runner' ? `runners.<any name>, beside plugin: ${name}` : `plugins.${name}`
}

/** Whether the kind of a module's code is that of what its manifest provides: other code is never asked for it. */
export function checkProvided({ name, provides }: Manifest, kind: PluginKind): readonly Finding[] {
  const needed = [
    // Those of the type mcp are no code of the module.
    {
      key: 'sources',
      needs: 'source',
      count: Object.values(provides.sources).filter(({ type }) => type !== 'mcp').length,
    },
    { key: 'subagents', needs: 'sub-agent', count: Object.keys(provides.subagents).length },
    { key: 'hooks', needs: 'hooks', count: provides.hooks.length },
  ]
  const wrong = needed
    .filter(({ count, needs }) => count > 0 && needs !== kind)
    .map(({ key, needs }) => `module.yaml provides ${key}, which needs the kind "${needs}", and its kind is "${kind}"`)
  if (wrong.length > 0) return [findingOf(pluginError('PLUGIN_INVALID', { name, issues: wrong, wrong: 'setup' }), name)]
  return needed
    .filter(({ count, needs }) => count === 0 && needs === kind)
    .map(({ key }) => {
      const message = `its code is of the kind ${kind}, and nothing asks it: module.yaml has no provides.${key}`
      return warningFinding('MODULE_ODD', name, { message })
    })
}
