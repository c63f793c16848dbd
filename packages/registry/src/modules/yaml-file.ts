import { isDeepStrictEqual } from 'node:util'
import { formatYamlProblem, parseYaml, readTextFile, writeFileAtomically } from '@datacortex/platform'
import type { Document } from 'yaml'
import { isMap } from 'yaml'
import { ModuleFileInvalidError } from '../errors.ts'

/** A YAML file of one top-level map of entries, `<top>: {<key>: <entry>}`, whose comments and order survive. */
export type YamlFile = {
  readonly file: string
  readonly document: Document
  /** The key that holds the entries. */
  readonly top: string
  /** Whether its author writes `{ a: 1 }` rather than `{a: 1}`. */
  readonly hasPadding: boolean
}

/**
 * Opens such a file; an absent or empty one gives a new document with the comment.
 *
 * @throws {@link ModuleFileInvalidError} if it can't be read, is not YAML or not of this shape.
 */
export async function openYamlFile(
  file: string,
  { top, comment }: { readonly top: string; readonly comment: string },
): Promise<YamlFile> {
  const read = await readTextFile(file)
  if (!read.ok && read.code !== 'ENOENT') throw new ModuleFileInvalidError({ file, issues: [read.reason] })
  const text = read.ok ? read.text : ''
  const { document, problems } = parseYaml(text)
  const [problem] = problems
  if (problem !== undefined)
    throw new ModuleFileInvalidError({ file, issues: [formatYamlProblem(problem, { text, file })] })
  if (document.contents === null) {
    document.contents = document.createNode({ [top]: {} }) as never
    document.commentBefore ??= comment
  }
  if (!isMap(document.contents)) throw new ModuleFileInvalidError({ file, issues: ['it must be a map'] })
  const entries = document.get(top)
  if (entries === null || entries === undefined) document.set(top, document.createNode({}))
  else if (!isMap(entries)) throw new ModuleFileInvalidError({ file, issues: [`${top}: must be a map`] })
  return { file, document, top, hasPadding: !/[{[][^\s{}[\]]/.test(text) }
}

/** All entries as plain values. */
export function yamlEntries({ document, top }: YamlFile): Readonly<Record<string, unknown>> {
  const value: unknown = document.toJS()
  if (typeof value !== 'object' || value === null) return {}
  const entries: unknown = Object.entries(value).find(([key]) => key === top)?.[1]
  return typeof entries === 'object' && entries !== null ? Object.fromEntries(Object.entries(entries)) : {}
}

/** Sets entries (`undefined` deletes); those whose value is the same keep their text. Returns whether one differed. */
export function editYamlEntries(yaml: YamlFile, changes: ReadonlyMap<string, unknown>): boolean {
  const before = yamlEntries(yaml)
  let changed = false
  for (const [key, value] of changes) {
    if (isDeepStrictEqual(before[key], value)) continue
    changed = true
    if (value === undefined) yaml.document.deleteIn([yaml.top, key])
    else yaml.document.setIn([yaml.top, key], yaml.document.createNode(value))
  }
  return changed
}

/** Writes the document as a whole. */
export async function saveYamlFile({ file, document, top, hasPadding }: YamlFile): Promise<void> {
  const entries = document.get(top)
  // A new map is block style even while it was created empty.
  if (isMap(entries)) entries.flow = entries.items.length === 0
  await writeFileAtomically(file, document.toString({ lineWidth: 0, flowCollectionPadding: hasPadding }))
}
