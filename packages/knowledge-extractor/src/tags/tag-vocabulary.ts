import { wordSet } from '@datacortex/text'
import { dirname, join } from 'node:path'
import { type Finding, warningFinding } from '@datacortex/errors'
import { type SpacePaths, isRecord, readTextFile } from '@datacortex/platform'
import { parseYaml } from '@datacortex/platform/yaml'

export type TagVocabulary = {
  /** Tag to the words by which a text shows that it is about it. */
  readonly topics: ReadonlyMap<string, readonly string[]>
  /** Spelling to avoid, to the tag to use; in lower case. */
  readonly variants: ReadonlyMap<string, string>
  readonly findings: readonly Finding[]
}

/**
 * Reads `tags.yaml` of a space: in the registry, or where Datacore has it.
 * @returns An empty vocabulary if there is no such file.
 * @example const { topics } = await readTagVocabulary(paths)
 */
export async function readTagVocabulary(paths: SpacePaths): Promise<TagVocabulary> {
  for (const folder of [dirname(paths.agentsFile), paths.datacore]) {
    const path = join(folder, 'tags.yaml')
    const file = await readTextFile(path)
    if (file.ok) return parseTagVocabulary(file.text, path)
    if (file.code !== 'ENOENT') return unreadable(path, file.reason)
  }
  return { topics: new Map(), variants: new Map(), findings: [] }
}

/** The same from text. Sections and fields that are not known are read like those that are. */
export function parseTagVocabulary(text: string, file: string): TagVocabulary {
  const { document, problems } = parseYaml(text)
  if (problems[0] !== undefined) return unreadable(file, `line ${problems[0].line}: ${problems[0].message}`)
  const root: unknown = document.toJS()
  const topics = new Map<string, readonly string[]>()
  const variants = new Map<string, string>()
  if (!isRecord(root)) return { topics, variants, findings: [] }
  for (const [section, items] of Object.entries(root)) {
    if (section === 'validation') readValidation(items, variants)
    else if (!notTopics.has(section))
      for (const [key, item] of entriesOf(items)) readTag(key, { item, topics, variants })
  }
  return { topics, variants, findings: [] }
}

/** They steer work; they don't say what a text is about. */
const notTopics = wordSet(
  'ai_delegation module_ai_delegation priority context status maturity review_cycles sync_label_mapping version actions',
)

function readTag(
  key: string,
  { item, topics, variants }: { item: unknown; topics: Map<string, readonly string[]>; variants: Map<string, string> },
): void {
  const fields = isRecord(item) ? item : {}
  const tag = spelling(textsOf(fields['yaml'])[0] ?? textsOf(fields['hashtag'])[0] ?? key)
  if (tag === '') return
  const names = ['aliases', 'synonyms', 'variants', 'variants_to_avoid', 'hashtag', 'yaml', 'org', 'github'].flatMap(
    (field) => textsOf(fields[field]),
  )
  topics.set(tag, [...new Set([tag, spelling(key), ...names.map(spelling)].filter((name) => name !== ''))])
  for (const name of [key, ...names])
    if (spelling(name) !== tag && spelling(name) !== '') variants.set(spelling(name), tag)
}

function readValidation(value: unknown, variants: Map<string, string>): void {
  const rules = isRecord(value) ? value['auto_normalize'] : undefined
  for (const [from, to] of entriesOf(rules)) {
    const tag = spelling(textsOf(to)[0] ?? '')
    if (tag !== '' && spelling(from) !== tag) variants.set(spelling(from), tag)
  }
}

/** A map, or a list of tags or of maps with a name. */
function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (isRecord(value)) return Object.entries(value)
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown) => {
    if (typeof item === 'string') return [[item, undefined] as const]
    const name = isRecord(item) ? (item['tag'] ?? item['name'] ?? item['id']) : undefined
    return typeof name === 'string' ? [[name, item] as const] : []
  })
}

function textsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((item) => typeof item === 'string')
}

/** One way to write a tag: `:AI:` and `#AI` are `ai`. */
export function spelling(name: string): string {
  return (
    name
      .normalize('NFC')
      .toLowerCase()
      // The small letter of İ.
      .replaceAll('i\u0307', 'i')
      .replaceAll(/^[#:\s]+|[:\s]+$/g, '')
      .replaceAll(/[^\p{L}\p{M}\p{N}_/-]+/gu, '-')
      .replaceAll(/^[-/]+|[-/]+$/g, '')
  )
}

function unreadable(file: string, reason: string): TagVocabulary {
  const finding: Finding = warningFinding('KNOWLEDGE_TAGS_UNREADABLE', file, {
    message: `The tags of the space can't be read: ${reason}. Tags come from the memory only.`,
    hint: 'Correct the file, then ingest again.',
  })
  return { topics: new Map(), variants: new Map(), findings: [finding] }
}
