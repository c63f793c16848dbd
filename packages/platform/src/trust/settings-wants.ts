import { isAbsolute } from 'node:path'
import { isRecord, recordOf } from '../parse/is-record.ts'
import { type Want, wantOf } from './want.ts'

type Layer = Readonly<Record<string, unknown>>

/** A want of the settings, and the keys that lead to it. */
export type SettingsWant = Want & { readonly at: readonly string[] }

/** What settings want of this machine, whether it is allowed or not. Values that only weigh, such as numbers, want nothing. */
export function settingsWants(settings: Layer): readonly SettingsWant[] {
  return [...ofRunners(settings['runners']), ...ofPlugins(settings['plugins']), ...ofSingleKeys(settings)]
}

/** The settings without what is not allowed; as they are if everything is. */
export function withoutWants(settings: Layer, withheld: readonly SettingsWant[]): Layer {
  if (withheld.length === 0) return settings
  const copy = structuredClone(settings) as Record<string, unknown>
  for (const { at } of withheld) {
    const parent = valueAt(copy, at.slice(0, -1))
    const last = at.at(-1)
    if (isRecord(parent) && last !== undefined) delete (parent as Record<string, unknown>)[last]
  }
  return copy
}

function ofRunners(runners: unknown): readonly SettingsWant[] {
  return Object.entries(recordOf(runners))
    .filter(([name]) => name !== 'default' && name !== 'agents')
    .map(([name, value]) => at(['runners', name], { kind: hasCommand(value) ? 'runs' : 'sends', value }))
}

function ofPlugins(plugins: unknown): readonly SettingsWant[] {
  return Object.entries(recordOf(plugins))
    .filter(([, value]) => textsIn(value).length > 0)
    .map(([name, value]) => at(['plugins', name], { kind: kindOf(value), value }))
}

/** Settings of modules are theirs; what they lead to shows in their values. */
function kindOf(value: unknown): Want['kind'] {
  if (hasCommand(value)) return 'runs'
  return textsIn(value).some((text) => isAbsolute(text) || /^(?:~|\.\.)/.test(text)) ? 'reads' : 'sends'
}

function hasCommand(value: unknown): boolean {
  return recordOf(value)['command'] !== undefined
}

const isOtherModel = (value: unknown): boolean => value !== 'default' && value !== 'none'

/** Keys outside of the maps above: when one is a want, and of what kind. */
const single: readonly (readonly [readonly string[], Want['kind'], (value: unknown) => boolean])[] = [
  [['network', 'allow_private'], 'reaches', (value) => Array.isArray(value) && value.length > 0],
  [['ingest', 'content_reader'], 'sends', (value) => value !== 'webfetch'],
  [['ingest', 'readers'], 'sends', (value) => textsIn(value).length > 0],
  [['embeddings', 'model'], 'reads', isOtherModel],
  [['embeddings', 'former'], 'reads', isOtherModel],
  [['embeddings', 'reranker'], 'reads', isOtherModel],
  [['notes', 'obeyed'], 'writes', (value) => textsIn(value).length > 0],
  // Nobody becomes an agent, and nobody is announced, by what came with a folder.
  [['minds', 'sender'], 'reads', () => true],
  [['minds', 'discovery'], 'sends', (value) => textsIn(value).length > 0 || recordOf(value)['handshakes'] === true],
  // A folder must not say whose word counts.
  [['directories', 'trust'], 'reads', (value) => Object.keys(recordOf(value)).length > 0],
  [['nostr', 'relays'], 'sends', (value) => textsIn(value).length > 0],
  [['chain', 'rpc'], 'sends', (value) => textsIn(value).length > 0],
  [['serve', 'tls_cert'], 'reads', () => true],
  [['serve', 'tls_key'], 'reads', () => true],
  [['serve', 'allow_private'], 'sends', (value) => textsIn(value).length > 0],
  // Nobody's tasks run unattended by what came with a folder, nor on a server that it names.
  [['nightshift', 'approve'], 'runs', (value) => value !== 'none'],
  [['nightshift', 'postgres'], 'sends', () => true],
  [['nightshift', 'sources'], 'runs', (value) => textsIn(value).length > 0],
  // Nor what their runs came to.
  [['sync', 'server'], 'sends', () => true],
  [['sync', 'git'], 'sends', () => true],
  // Which secret is sent there.
  [['sync', 'token'], 'sends', () => true],
  [['research', 'readwise_url'], 'sends', () => true],
  [['writer'], 'sends', () => true],
  [['speech'], 'sends', (value) => textsIn(value).some((name) => !['speech-flite', 'speech-espeak'].includes(name))],
]

function ofSingleKeys(settings: Layer): readonly SettingsWant[] {
  return single.flatMap(([keys, kind, isWant]) => {
    const value = valueAt(settings, keys)
    return value === undefined || !isWant(value) ? [] : [at(keys, { kind, value })]
  })
}

function valueAt(settings: Layer, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((place, key) => recordOf(place)[key], settings)
}

function at(keys: readonly string[], what: Parameters<typeof wantOf>[1]): SettingsWant {
  return { ...wantOf(keys.join('.'), what), at: keys }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : []
}
