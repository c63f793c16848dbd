import type { z } from 'zod'
import type { DeepReadonly } from '../parse/deep-readonly.ts'
import type * as schema from './settings-schema.ts'
import { platformError } from '../errors.ts'
import { isRecord } from '../parse/is-record.ts'
import { readTextFile } from '../files/read-text-file.ts'
import { whileUnchanged } from '../files/while-unchanged.ts'
import { schemaIssues } from '../parse/schema-issues.ts'
import type { SpacePaths } from '../space/space-paths.ts'
import { type SettingsWant, settingsWants, withoutWants } from '../trust/settings-wants.ts'
import { withheldWants } from '../trust/space-trust.ts'

/** Settings of a space that the program reads; other keys belong to other programs and are left alone. */
export type Settings = DeepReadonly<z.infer<typeof schema.Settings>>

/**
 * Reads `settings.yaml` and, over it, `settings.local.yaml`; absent files and keys give the defaults, and so does what the
 * user of the space has not allowed.
 * @throws `PLATFORM_SETTINGS_INVALID` if a file is not YAML or a key has a wrong type; every issue is named.
 * @example (await readSettings(paths)).find.min_score // 0.4
 */
export async function readSettings(paths: SpacePaths): Promise<Settings> {
  const [base, local] = await readLayers(paths)
  await check(merge({}, base), paths.settingsFile)
  const merged = merge(base, local)
  return await check(withoutWants(merged, withheldWants(paths, settingsWants(merged))), paths.settingsLocalFile)
}

/**
 * What the settings of a space want of this machine, allowed or not.
 * @throws `PLATFORM_SETTINGS_INVALID` if a file is not YAML.
 * @example (await readSettingsWants(paths)).map(({ name }) => name) // ['runners.claude']
 */
export async function readSettingsWants(paths: SpacePaths): Promise<readonly SettingsWant[]> {
  return settingsWants(merge(...(await readLayers(paths))))
}

/** One setting in force, and where its value comes from. */
export type SettingOrigin = {
  /** Such as `find.min_score`. */
  readonly key: string
  readonly value: unknown
  /** `space`: settings.yaml; `local`: settings.local.yaml. */
  readonly from: 'default' | 'space' | 'local'
  /** What one of the files says and the user has not allowed; it is not in force. */
  readonly withheld?: true | undefined
}

/**
 * Every setting of a space with where it comes from, by its key.
 * @throws `PLATFORM_SETTINGS_INVALID` as `readSettings` does.
 * @example (await readSettingOrigins(paths)).find(({ key }) => key === 'find.min_score')?.from // 'default'
 */
export async function readSettingOrigins(paths: SpacePaths): Promise<readonly SettingOrigin[]> {
  const settings = await readSettings(paths)
  const [base, local] = await readLayers(paths)
  const withheld = withheldWants(paths, settingsWants(merge(base, local))).map(({ at }) => at.join('.'))
  const [inForce, ofSpace, ofLocal] = [settings, base, local].map((one) => new Map(leavesOf(one, '')))
  const keys = new Set([inForce, ofSpace, ofLocal].flatMap((one) => [...(one?.keys() ?? [])]))
  return [...keys].toSorted().map((key): SettingOrigin => {
    const layer = [ofLocal, ofSpace].find((one) => one?.has(key) === true)
    const isWithheld = layer !== undefined && withheld.some((name) => key === name || key.startsWith(`${name}.`))
    const from = layer === undefined ? 'default' : layer === ofLocal ? 'local' : 'space'
    if (isWithheld) return { key, value: layer.get(key), from, withheld: true }
    return { key, value: inForce?.has(key) === true ? inForce.get(key) : layer?.get(key), from }
  })
}

/** A list is one value, as the files replace it as a whole. */
function leavesOf(value: unknown, key: string): readonly (readonly [string, unknown])[] {
  if (!isRecord(value)) return key === '' || value === undefined ? [] : [[key, value]]
  return Object.entries(value).flatMap(([name, below]) => leavesOf(below, key === '' ? name : `${key}.${name}`))
}

/**
 * The shape of the settings, for who looks at the keys that can stand in them.
 * @example Object.keys((await settingsSchema()).shape) // ['embeddings', 'find', …]
 */
export async function settingsSchema(): Promise<typeof schema.Settings> {
  // Loading zod takes longer than many commands do, and not every one reads settings.
  return (await import('./settings-schema.ts')).Settings
}

async function check(value: unknown, file: string): Promise<Settings> {
  const result = (await settingsSchema()).safeParse(value)
  if (!result.success) throw platformError('PLATFORM_SETTINGS_INVALID', { file, issues: schemaIssues(result.error) })
  return result.data
}

/** Each operation asks for them several times. */
const layers = whileUnchanged<Layer>()

async function readLayers({ settingsFile, settingsLocalFile }: SpacePaths): Promise<readonly [Layer, Layer]> {
  const read = async (file: string): Promise<Layer> => await layers(file, async () => await parseLayer(file))
  return [await read(settingsFile), await read(settingsLocalFile)]
}

async function parseLayer(file: string): Promise<Layer> {
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
