import { join } from 'node:path'
import { isRecord, parseJson, relativeParts, readTextFile, resolveInside } from '@datacortex/platform'
import type { DeepReadonly } from '@datacortex/platform'
import { z } from 'zod'
import { pluginError } from '@datacortex/plugin'
import type { DiscoveredModule } from '../discover/discovered-module.ts'

const dependencies = z.record(z.string(), z.unknown()).nullish()

export type ModulePackage = DeepReadonly<z.infer<typeof ModulePackage>>

export const ModulePackage = z.object({
  name: z.string().nullish(),
  version: z.string().nullish(),
  keywords: z.array(z.string()).nullish().catch(null),
  exports: z.unknown().optional(),
  main: z.unknown().optional(),
  scripts: z.record(z.string(), z.unknown()).nullish(),
  dependencies,
  optionalDependencies: dependencies,
  bundleDependencies: z.unknown().optional(),
})

/** Parses a `package.json`. @throws `PLATFORM_JSON_INVALID` naming every issue. */
export function parsePackage(text: string, { file }: { readonly file: string }): ModulePackage {
  return parseJson(text, ModulePackage, { origin: file })
}

/** The conditions under which the code of modules is resolved. */
export const entryConditions: readonly string[] = ['import', 'node', 'module-sync', 'default']

/** The file that `exports["."]` names, or else `main`, by the rules of Node. */
export function packageEntry(
  { exports: exported, main }: Pick<ModulePackage, 'exports' | 'main'>,
  conditions: readonly string[],
): string | undefined {
  const exports = exported ?? (typeof main === 'string' ? main : undefined)
  const isMap = isRecord(exports) && Object.keys(exports).some((key) => key.startsWith('.'))
  const target = pick(isMap ? exports['.'] : exports, new Set([...conditions, 'default']))
  return target === undefined ? undefined : relativeParts(target).join('/')
}

function pick(target: unknown, conditions: ReadonlySet<string>): string | undefined {
  if (typeof target === 'string') return target
  if (Array.isArray(target)) return firstOf(target, conditions)
  if (!isRecord(target)) return undefined
  const matching = Object.entries(target).flatMap(([condition, value]) => (conditions.has(condition) ? [value] : []))
  return firstOf(matching, conditions)
}

function firstOf(targets: readonly unknown[], conditions: ReadonlySet<string>): string | undefined {
  for (const target of targets) {
    const found = pick(target, conditions)
    if (found !== undefined) return found
  }
  return undefined
}

/** The absolute path of the file that is imported first; undefined if package.json names none or is not there. */
export async function findEntry(
  { name, directory }: Pick<DiscoveredModule, 'name' | 'directory'>,
  conditions: readonly string[] = [],
): Promise<string | undefined> {
  const file = join(directory, 'package.json')
  const read = await readTextFile(file, { maxBytes: 1_000_000 })
  if (!read.ok && read.code === 'ENOENT') return undefined
  if (!read.ok)
    throw pluginError('PLUGIN_INVALID', { name, issues: [`package.json: ${read.reason}`], wrong: 'package' })
  const entry = packageEntry(parsePackage(read.text, { file }), [...conditions, ...entryConditions])
  return entry === undefined ? undefined : await resolveInside(directory, entry)
}
