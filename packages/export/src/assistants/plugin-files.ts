import { type Finding, warningFinding } from '@datacortex/errors'
import { isRecord, jsonOf } from '@datacortex/platform'
import { itemsOf } from '../publish/outside-fields.ts'
import { type ExportFile, publishedJson } from '../publish/write-export.ts'

const marketplace = '.claude-plugin/marketplace.json'

/** A name as Claude Code allows it for plugins and marketplaces: lower case, digits and single hyphens. */
export function pluginName(text: string): string {
  const slug = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return slug.slice(0, 60).replace(/-$/, '') || 'agents'
}

/** Where an agent of a plugin lies, below the marketplace. */
export function pluginPath(plugin: string, file: string): string {
  return `plugins/${plugin}/agents/${file}`
}

/** The manifest of a plugin, and the marketplace that lists it beside those that it lists already. */
export function pluginFiles(name: string, tell: (finding: Finding) => void): readonly ExportFile[] {
  const about = { name, description: `Agents of ${name}.` }
  const manifest = publishedJson({ ...about, version: '1.0.0', author: { name } })
  const listed = { ...about, source: `./plugins/${name}` }
  return [
    // Who edited the manifest keeps it: a version, a licence.
    { path: `plugins/${name}/.claude-plugin/plugin.json`, text: async (existing) => existing ?? manifest },
    {
      path: marketplace,
      text: async (existing) => {
        const before = jsonOf(existing ?? '{}')
        if (!isRecord(before)) {
          const message = `${marketplace} is there and is no JSON object, so it does not list ${name}.`
          tell(warningFinding('EXPORT_FILE_THERE', name, { message, hint: 'Correct it or move it away.' }))
          return undefined
        }
        const plugins = itemsOf(before['plugins'])
        if (plugins.some((one) => isRecord(one) && one['name'] === name)) return existing
        return publishedJson({ ...about, owner: { name }, ...before, plugins: [...plugins, listed] })
      },
    },
  ]
}
