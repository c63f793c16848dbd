import { pluginError } from './errors.ts'
import { hookPoints } from './hooks.ts'
import { Manifest } from './manifest.ts'

/** A checked manifest and what was odd about it. */
export type CheckedManifest = { readonly manifest: Manifest; readonly warnings: readonly string[] }

// Keys that Datacore defines and that this program leaves to others.
const foreignKeys = 'builtin commands context engrams hooks inputs outputs python recall use_cases'.split(' ')

/**
 * Checks a parsed `module.yaml`.
 * @returns The manifest with defaults filled in; unknown keys and hook points are warnings, not errors.
 * @throws `PLUGIN_MANIFEST_INVALID` with every issue at once.
 * @example checkManifest({ name: 'x', version: '1.0.0', description: 'X' }, { file: 'module.yaml' })
 */
export function checkManifest(value: unknown, { file }: { file: string }): CheckedManifest {
  const result = Manifest.safeParse(value)
  if (!result.success) {
    const issues = result.error.issues.map((issue) => {
      const path = issue.path.map(String).join('.')
      const plain = issue.message
        .replace(/^Invalid input: /, '')
        .replace(/^expected .* received undefined$/, 'it is missing')
      return path === '' ? plain : `${path}: ${plain}`
    })
    throw pluginError('PLUGIN_MANIFEST_INVALID', { file, issues })
  }
  return { manifest: result.data, warnings: [...unknownKeys(value), ...unknownHooks(result.data)] }
}

function unknownHooks({ provides }: Manifest): readonly string[] {
  const known: readonly string[] = hookPoints
  return provides.hooks.filter((point) => !known.includes(point)).map((point) => `unknown hook point "${point}"`)
}

/** A misspelt key would otherwise be a module that provides less than its author meant, without a word. */
function unknownKeys(value: unknown): readonly string[] {
  return Object.entries(knownKeys).flatMap(([path, known]) => {
    const keys = Object.keys(mapAt(value, path))
    const isKnown = (key: string) => known.split(' ').includes(key) || (path === '' && foreignKeys.includes(key))
    return keys.filter((key) => !isKnown(key)).map((key) => `unknown key "${path === '' ? '' : `${path}.`}${key}"`)
  })
}

const knownKeys: Readonly<Record<string, string>> = {
  '':
    'manifest_version name version description author repository license dependencies provides requires permissions ' +
    'settings',
  provides: 'agents commands components sources subagents hooks',
  requires: 'env_vars mcp_servers',
  'requires.env_vars': 'required optional',
  permissions: 'network writes reads env commands',
}

function mapAt(value: unknown, path: string): object {
  const keys = path === '' ? [] : path.split('.')
  const found = keys.reduce<unknown>(
    (map, key) => (typeof map === 'object' && map !== null && key in map ? Reflect.get(map, key) : undefined),
    value,
  )
  return typeof found === 'object' && found !== null ? found : {}
}
