import type { ContextSettings } from './context-settings.ts'
import { platformError } from '../errors.ts'
import type { IndexSettings } from './index-settings.ts'
import type { IngestSettings, NetworkSettings, ResearchSettings, SearchSettings } from './knowledge-settings.ts'
import type { PrivacySettings } from './privacy-settings.ts'
import { isRecord } from '../parse/is-record.ts'
import { readTextFile } from '../files/read-text-file.ts'
import type { RunnersSettings } from './runner-settings.ts'
import { schemaIssues } from '../parse/schema-issues.ts'
import type { SpacePaths } from '../space/space-paths.ts'

/** Settings of a space that the program reads; other keys belong to other programs and are left alone. */
export type Settings = {
  readonly embeddings: {
    /** `default`, a folder in transformers.js layout, or the hub id of a model that was pulled. */
    readonly model: string
    /** `int8` (the packaged model's, and its default) is fast and small, `fp32` (the default of others) exact, `q8` smaller. */
    readonly dtype?: 'int8' | 'fp32' | 'q8' | undefined
    /** A folder that was used before, whose vectors answer until those of `model` are there; `model use` names it. */
    readonly former?: string | undefined
    /** A cross-encoder, named as `model` is, that ranks the first notes of a search anew; none if absent, or `none`. */
    readonly reranker?: string | undefined
    /** Threads at most that embed long lists, none if 0; as many as there are cores if absent. */
    readonly threads?: number | undefined
  }
  readonly find: {
    /** Scores below are not shown, 0–1. */
    readonly min_score: number
  }
  readonly index: IndexSettings
  readonly context: ContextSettings
  readonly privacy: PrivacySettings
  readonly runners: RunnersSettings
  /** By name of a module: settings that win over the defaults of its manifest. */
  readonly plugins: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly network: NetworkSettings
  readonly ingest: IngestSettings
  readonly search: SearchSettings
  readonly research: ResearchSettings
  /** Name of a module of the kind writer; none writes if absent. */
  readonly writer?: string | undefined
  /** Names of modules of the kind speech, in the order in which they are tried. */
  readonly speech: readonly string[]
  /** Name of an area of work -> what it is about, in words; content is rated against each. */
  readonly work_areas: Readonly<Record<string, string>>
}

/**
 * Reads `settings.yaml` and, over it, `settings.local.yaml`; absent files and keys give the defaults.
 *
 * @throws `PLATFORM_SETTINGS_INVALID` if a file is not YAML or a key has a wrong type; every issue is named.
 * @example (await readSettings(paths)).find.min_score // 0.4
 */
export async function readSettings(paths: SpacePaths): Promise<Settings> {
  const base = await readLayer(paths.settingsFile)
  const local = await readLayer(paths.settingsLocalFile)
  await check(merge({}, base), paths.settingsFile)
  return await check(merge(base, local), paths.settingsLocalFile)
}

async function check(value: unknown, file: string): Promise<Settings> {
  // Loading zod takes longer than many commands do, and not every one reads settings.
  const schema = await import('./settings-schema.ts')
  const result = schema.Settings.safeParse(value)
  if (!result.success) throw platformError('PLATFORM_SETTINGS_INVALID', { file, issues: schemaIssues(result.error) })
  return result.data
}

async function readLayer(file: string): Promise<Layer> {
  const read = await readTextFile(file)
  if (!read.ok) {
    if (read.code === 'ENOENT') return {}
    throw platformError('PLATFORM_SETTINGS_INVALID', { file, issues: [read.reason] })
  }
  // Loaded here, since most commands on an unchanged space read no YAML.
  const { formatYamlProblem, parseYaml } = await import('../parse/parse-yaml.ts')
  const { document, problems } = parseYaml(read.text)
  const [first] = problems
  if (first !== undefined)
    throw platformError('PLATFORM_SETTINGS_INVALID', {
      file,
      excerpt: formatYamlProblem(first, { text: read.text, file }),
    })
  const value: unknown = document.toJS() ?? {}
  if (!isRecord(value))
    throw platformError('PLATFORM_SETTINGS_INVALID', { file, issues: ['it is not a list of `key: value`'] })
  const { privacy } = value
  return { ...withoutNulls(value), ...(isRecord(privacy) ? { privacy: withoutEmptySections(privacy) } : {}) }
}

type Layer = Readonly<Record<string, unknown>>

function merge(base: Layer, over: Layer): Layer {
  const entries = new Map(Object.entries(base))
  for (const [key, value] of Object.entries(over)) {
    const below = entries.get(key)
    entries.set(key, isRecord(below) && isRecord(value) ? merge(below, value) : value)
  }
  return Object.fromEntries(entries)
}

/** A key without a value (`find:`) counts as absent. */
function withoutNulls(layer: Layer): Layer {
  const present = Object.entries(layer).filter(([, value]) => value !== null)
  return Object.fromEntries(present.map(([key, value]) => [key, isRecord(value) ? withoutNulls(value) : value]))
}

/** A level that somebody forgot would leave open what it was to close: its key stays, and is refused. */
function withoutEmptySections(privacy: Layer): Layer {
  const sections = ['paths', 'agents']
  return Object.fromEntries(Object.entries(privacy).filter(([key, value]) => value !== null || !sections.includes(key)))
}
