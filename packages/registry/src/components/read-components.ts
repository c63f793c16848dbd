import { isRecord } from '@datacortex/platform'
import { type FieldReader, createFieldReader } from '../file/read/field-reader.ts'
import type { NormalisationLog } from '../file/read/normalisation-log.ts'
import { readEntry } from '../file/read/read-entry.ts'
import type { Component } from './component.ts'

/**
 * Reads a map of components as it stands in agents.yaml or in a manifest.
 * @param options - `module`: that brings them.
 * @example readComponents({ web: { description: 'Fetches' } }, { log: createNormalisationLog('module.yaml') })
 */
export function readComponents(
  raw: Readonly<Record<string, unknown>>,
  { log, module }: { readonly log: NormalisationLog; readonly module?: string | undefined },
): ReadonlyMap<string, Component> {
  const components = new Map<string, Component>()
  for (const [id, value] of Object.entries(raw)) {
    const { source, requires, prompt, ...fields } = isRecord(value) ? value : {}
    const read = readEntry(id, isRecord(value) ? { name: id, ...fields } : value, log)
    if (read === undefined) continue
    const { name, description, version, sha256: hash, skills, writes } = read.entry
    const reader = createFieldReader(id, log)
    const text = reader.text(prompt, 'prompt')?.trim() || undefined
    const from = readSource(source, reader)
    components.set(id, {
      id,
      name,
      description,
      version,
      kind: from?.kind ?? (text === undefined ? 'description' : 'prompt'),
      source: from?.source,
      sha256: hash,
      prompt: text,
      skills,
      requires: readRequires(requires, reader),
      writes,
      module,
    })
    log.takeUnread(id)
  }
  return components
}

const kinds: ReadonlyMap<string, Component['kind']> = new Map([
  ['prompt', 'prompt'],
  ['subagent', 'subagent'],
  ['sub-agent', 'subagent'],
  ['tool', 'tool'],
  ['mcp', 'mcp'],
])

/** A path, `KIND:NAME`, or a map of one kind to a name. */
function readSource(value: unknown, { text }: FieldReader): Pick<Component, 'kind' | 'source'> | undefined {
  const [entry, ...more] = isRecord(value) ? Object.entries(value) : []
  const [key, named] = entry ?? ['', undefined]
  const isMap = kinds.has(key) && more.length === 0
  const written = (isMap ? text(named, `source.${key}`) : text(value, 'source'))?.trim() ?? ''
  if (written === '') return undefined
  const [, before = '', name = ''] = isMap ? ['', key, written] : (/^([a-z-]+):(.+)$/s.exec(written) ?? [])
  const kind = kinds.get(before)
  return kind === undefined ? { kind: 'prompt', source: written } : { kind, source: name.trim() }
}

/** A list of texts, or a map of names to ranges. */
function readRequires(value: unknown, { list, text }: FieldReader): readonly string[] {
  if (!isRecord(value)) return list(value, 'requires') ?? []
  return Object.entries(value).map(([name, range]) => `${name}@${text(range, `requires.${name}`) ?? ''}`)
}
