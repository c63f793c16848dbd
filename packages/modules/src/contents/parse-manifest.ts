import { thrownText } from '@datacortex/errors'
import { formatYamlProblem, parseYaml } from '@datacortex/platform/yaml'
import { type CheckedManifest, checkManifest, pluginError } from '@datacortex/plugin'

export function parseManifest(text: string, { file }: { readonly file: string }): CheckedManifest {
  const { document, problems } = parseYaml(text)
  const [problem] = problems
  if (problem !== undefined)
    throw pluginError('PLUGIN_MANIFEST_INVALID', {
      file,
      wrong: 'yaml',
      issues: [formatYamlProblem(problem, { text, file })],
    })
  return checkManifest(yamlValue(document, file), { file })
}

function yamlValue(document: { toJS(options: { maxAliasCount: number }): unknown }, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    // Aliases that expand without end.
    const reason = thrownText(error)
    throw pluginError('PLUGIN_MANIFEST_INVALID', { file, wrong: 'yaml', issues: [reason] }, { cause: error })
  }
}
