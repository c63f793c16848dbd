import { isDeepStrictEqual } from 'node:util'
import { readTextFile, writeFileAtomically, recordOf } from '@datacortex/platform'
import { formatYamlProblem, parseYaml } from '@datacortex/platform/yaml'
import { Document, isMap, isNode } from 'yaml'
import { moduleError } from '../errors.ts'

/** A YAML file of one top-level map of entries, `<top>: {<key>: <entry>}`, whose comments and order survive. */
export type YamlFile = {
  readonly file: string
  readonly text: string
  readonly document: Document
  /** The key that holds the entries. */
  readonly top: string
}

/** Opens such a file; an absent or empty one gives a new document with the comment. */
export async function openYamlFile(file: string, { top, comment }: { readonly top: string; readonly comment: string }) {
  const read = await readTextFile(file)
  if (!read.ok && read.code !== 'ENOENT') throw moduleError('MODULE_FILE_INVALID', { file, issues: [read.reason] })
  const text = read.ok ? read.text : ''
  const { document, problems } = parseYaml(text)
  const [problem] = problems
  if (problem !== undefined)
    throw moduleError('MODULE_FILE_INVALID', { file, issues: [formatYamlProblem(problem, { text, file })] })
  if (document.contents === null) {
    document.contents = document.createNode({ [top]: {} }) as never
    document.commentBefore ??= comment
  }
  if (!isMap(document.contents)) throw moduleError('MODULE_FILE_INVALID', { file, issues: ['it must be a map'] })
  const entries = document.get(top)
  if (entries === null || entries === undefined) document.set(top, document.createNode({}))
  else if (!isMap(entries)) throw moduleError('MODULE_FILE_INVALID', { file, issues: [`${top}: must be a map`] })
  return { file, text, document, top }
}

export function yamlEntries({ document, top }: YamlFile): Readonly<Record<string, unknown>> {
  return recordOf(recordOf(document.toJS())[top])
}

/** Sets entries (`undefined` deletes) and writes the file as a whole, if any of them differs. */
export async function writeYamlEntries(yaml: YamlFile, entries: ReadonlyMap<string, unknown>, { dryRun }: DryRun) {
  const before = yamlEntries(yaml)
  const changes = new Map([...entries].filter(([key, value]) => !isDeepStrictEqual(before[key], value)))
  if (changes.size === 0 || dryRun === true) return changes.size > 0
  const { file, text, document, top } = yaml
  const patch = { document, top, changes }
  await writeFileAtomically(file, patchYamlEntries(text, patch) ?? rewritten(patch))
  return true
}

/** Whether a writer only says what it would do. */
export type DryRun = { readonly dryRun?: boolean | undefined }

/** The whole document in the library's own style. */
function rewritten({ document, top, changes }: Patch): string {
  setEntries({ document, top, changes })
  const entries = document.get(top)
  // A new map is block style even while it was created empty.
  if (isMap(entries)) entries.flow = entries.items.length === 0
  return document.toString({ lineWidth: 0 })
}

type Patch = Pick<YamlFile, 'document' | 'top'> & { readonly changes: ReadonlyMap<string, unknown> }

/** Changes entries of a block map in the text itself, so that every byte of the others stays. */
function patchYamlEntries(text: string, { document, top, changes }: Patch): string | undefined {
  const entries = placesOf(text, { document, top })
  const last = entries?.at(-1)
  if (entries === undefined || last === undefined) return undefined
  const indentation = text.slice(last.from, last.at)
  const known = new Set(entries.map(({ key }) => key))
  const added = [...changes].filter(([key, value]) => !known.has(key) && value !== undefined)
  const pieces = [text.slice(0, entries[0]?.from)]
  for (const [index, { key, from, to }] of entries.entries()) {
    const value = changes.get(key)
    if (!changes.has(key)) pieces.push(text.slice(from, to))
    else if (value !== undefined) pieces.push(rendered(key, { value, indentation }))
    if (index === entries.length - 1) {
      // The last line of the file may have no line break.
      if (added.length > 0 && /[^\n]$/.test(pieces.join(''))) pieces.push('\n')
      pieces.push(...added.map(([key, value]) => rendered(key, { value, indentation })))
    }
    pieces.push(text.slice(to, entries[index + 1]?.from))
  }
  const patched = pieces.join('')
  return isWhatWasMeant(patched, { document, top, changes }) ? patched : undefined
}

type Place = { readonly key: string; readonly from: number; readonly at: number; readonly to: number }

function placesOf(text: string, { document, top }: { document: Document; top: string }): readonly Place[] | undefined {
  const map = document.get(top)
  if (!isMap(map) || map.flow === true) return undefined
  const places: Place[] = []
  for (const { key, value } of map.items) {
    const at = isNode(key) ? key.range?.[0] : undefined
    const end = isNode(value) ? value.range?.[1] : undefined
    if (!isNode(key) || at === undefined || end === undefined) return undefined
    const from = text.lastIndexOf('\n', at - 1) + 1
    places.push({ key: String(key), from, at, to: endOfLine(text, end) })
  }
  return places
}

function endOfLine(text: string, index: number): number {
  if (text[index - 1] === '\n') return index
  const end = text.indexOf('\n', index)
  return end === -1 ? text.length : end + 1
}

function rendered(key: string, { value, indentation }: { value: unknown; indentation: string }): string {
  const lines = new Document({ [key]: value }).toString({ lineWidth: 0 }).split('\n')
  return lines.map((line) => (line === '' ? line : `${indentation}${line}`)).join('\n')
}

function setEntries({ document, top, changes }: Patch): void {
  for (const [key, value] of changes) {
    if (value === undefined) document.deleteIn([top, key])
    else document.setIn([top, key], document.createNode(value))
  }
}

/** Reads the result back, because a place that was cut wrongly must never reach the disk. */
function isWhatWasMeant(patched: string, { document, top, changes }: Patch): boolean {
  const meant = document.clone()
  setEntries({ document: meant, top, changes })
  const { document: result, problems } = parseYaml(patched)
  return problems.length === 0 && isDeepStrictEqual(result.toJS(), meant.toJS())
}
