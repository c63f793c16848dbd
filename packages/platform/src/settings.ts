import { z } from 'zod'
import { SettingsInvalidError } from './errors.ts'
import { formatYamlProblem, parseYaml } from './parse-yaml.ts'
import { readTextFile } from './read-text-file.ts'
import { schemaIssues } from './schema-issues.ts'
import type { SpacePaths } from './space-paths.ts'

/** Settings of a space that the program reads; other keys belong to other programs and are left alone. */
export type Settings = {
  readonly embeddings: {
    /** `default`, a folder in transformers.js layout, or a hub id such as `Xenova/all-MiniLM-L6-v2`. */
    readonly model: string
    /** `fp32` is faster, `q8` is smaller. */
    readonly dtype: 'fp32' | 'q8'
    /** Whether a hub id may be downloaded. Nothing is ever downloaded without it. */
    readonly allow_download: boolean
  }
  readonly find: {
    /** Scores below are not shown, 0–1. */
    readonly min_score: number
  }
}

const Settings: z.ZodType<Settings> = z.looseObject({
  embeddings: z
    .looseObject({
      model: z.string().min(1).default('default'),
      dtype: z.enum(['fp32', 'q8']).default('fp32'),
      allow_download: z.boolean().default(false),
    })
    .prefault({}),
  find: z.looseObject({ min_score: z.number().min(0).max(1).default(0.4) }).prefault({}),
})

/**
 * Reads `settings.yaml` and, over it, `settings.local.yaml`; absent files and keys give the defaults.
 *
 * @param paths - Of the space.
 * @throws {@link SettingsInvalidError} if a file is not YAML or a key has a wrong type; every issue is named.
 * @example (await readSettings(paths)).find.min_score // 0.4
 */
export async function readSettings(paths: SpacePaths): Promise<Settings> {
  const merged = merge(await readLayer(paths.settingsFile), await readLayer(paths.settingsLocalFile))
  const result = Settings.safeParse(merged)
  if (!result.success) throw new SettingsInvalidError({ file: paths.settingsFile, issues: schemaIssues(result.error) })
  return result.data
}

async function readLayer(file: string): Promise<unknown> {
  const read = await readTextFile(file)
  if (!read.ok) {
    if (read.code === 'ENOENT') return {}
    throw new SettingsInvalidError({ file, issues: [read.reason] })
  }
  const { document, problems } = parseYaml(read.text)
  const [first] = problems
  if (first !== undefined)
    throw new SettingsInvalidError({ file, issues: [formatYamlProblem(first, { text: read.text, file })] })
  return document.toJS() ?? {}
}

function merge(base: unknown, over: unknown): unknown {
  if (!isPlainObject(base) || !isPlainObject(over)) return over === undefined ? base : over
  const keys = new Set([...Object.keys(base), ...Object.keys(over)])
  return Object.fromEntries([...keys].map((key) => [key, merge(base[key], over[key])]))
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
