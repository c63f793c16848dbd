import { type Finding, findingOf, warningFinding } from '@datacortex/errors'
import { type Manifest, type PluginKind, pluginError } from '@datacortex/plugin'

/**
 * Whether the kind of a module's code is the one for what its manifest provides: code of another kind is never asked for it.
 */
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
