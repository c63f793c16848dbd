import { ManifestInvalidError } from './errors.ts'
import { hookPoints } from './hooks.ts'
import { Manifest } from './manifest.ts'

/** A checked manifest and what was odd about it. */
export type CheckedManifest = { readonly manifest: Manifest; readonly warnings: readonly string[] }

// Keys that Datacore defines and that this program leaves to others.
const foreignKeys = new Set([
  'builtin',
  'commands',
  'context',
  'engrams',
  'hooks',
  'inputs',
  'outputs',
  'python',
  'recall',
  'use_cases',
])

/**
 * Checks a parsed `module.yaml`.
 *
 * @param value - The parsed YAML.
 * @param options - `file`: its path, for the error.
 * @returns The manifest with defaults filled in; unknown top-level keys and hook points are warnings, not errors.
 * @throws {@link ManifestInvalidError} with every issue at once.
 * @example checkManifest({ name: 'x', version: '1.0.0', description: 'X' }, { file: 'module.yaml' })
 */
export function checkManifest(value: unknown, { file }: { readonly file: string }): CheckedManifest {
  const result = Manifest.safeParse(value)
  if (!result.success) {
    const issues = result.error.issues.map((issue) => {
      const path = issue.path.map(String).join('.')
      return path === '' ? issue.message : `${path}: ${issue.message.replace(/^Invalid input: /, '')}`
    })
    throw new ManifestInvalidError({ file, issues })
  }
  return { manifest: result.data, warnings: [...unknownKeys(value), ...unknownHooks(result.data)] }
}

function unknownHooks({ provides }: Manifest): readonly string[] {
  const known: readonly string[] = hookPoints
  return provides.hooks.filter((point) => !known.includes(point)).map((point) => `unknown hook point "${point}"`)
}

function unknownKeys(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const known = new Set([
    'manifest_version',
    'name',
    'version',
    'description',
    'author',
    'repository',
    'license',
    'dependencies',
    'provides',
    'requires',
    'permissions',
    'settings',
  ])
  return Object.keys(value)
    .filter((key) => !known.has(key) && !foreignKeys.has(key))
    .map((key) => `unknown key "${key}"`)
}
