import { isDeepStrictEqual } from 'node:util'
import { isRecord, readTextFile, writeFileAtomically } from '@datacortex/platform'
import { formatYamlProblem, parseYaml } from '@datacortex/platform/yaml'
import { type Document, isMap } from 'yaml'
import { moduleError } from '../errors.ts'
import { patchYamlEntries } from './patch-yaml-entries.ts'

/** A YAML file of one top-level map of entries, `<top>: {<key>: <entry>}`, whose comments and order survive. */
export type YamlFile = {
  readonly file: string
  readonly text: string
  readonly document: Document
  /** The key that holds the entries. */
  readonly top: string
}

/** Opens such a file; an absent or empty one gives a new document with the comment. */
export async function openYamlFile(
  file: string,
  { top, comment }: { readonly top: string; readonly comment: string },
): Promise<YamlFile> {
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

/** All entries as plain values. */
export function yamlEntries({ document, top }: YamlFile): Readonly<Record<string, unknown>> {
  const value: unknown = document.toJS()
  const entries = isRecord(value) ? value[top] : undefined
  return isRecord(entries) ? entries : {}
}

/** Sets entries (`undefined` deletes) and writes the file as a whole, if any of them differs. */
export async function writeYamlEntries(
  yaml: YamlFile,
  entries: ReadonlyMap<string, unknown>,
  { dryRun }: DryRun,
): Promise<boolean> {
  const before = yamlEntries(yaml)
  const changes = new Map([...entries].filter(([key, value]) => !isDeepStrictEqual(before[key], value)))
  if (changes.size === 0 || dryRun === true) return changes.size > 0
  const { file, text, document, top } = yaml
  await writeFileAtomically(file, patchYamlEntries(text, { document, top, changes }) ?? rewritten(yaml, changes))
  return true
}

/** Whether a writer only says what it would do. */
export type DryRun = { readonly dryRun?: boolean | undefined }

/** The whole document in the library's own style. */
function rewritten({ document, top }: YamlFile, changes: ReadonlyMap<string, unknown>): string {
  for (const [key, value] of changes) {
    if (value === undefined) document.deleteIn([top, key])
    else document.setIn([top, key], document.createNode(value))
  }
  const entries = document.get(top)
  // A new map is block style even while it was created empty.
  if (isMap(entries)) entries.flow = entries.items.length === 0
  return document.toString({ lineWidth: 0 })
}
