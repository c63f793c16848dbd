import { oneLine } from '@datacortex/content'
import { type Finding, warningFinding } from '@datacortex/errors'
import { isRecord } from '@datacortex/platform'
import { parseYaml } from '@datacortex/platform/yaml'
import { isoDate, splitFrontMatter } from '@datacortex/text'
import type { ReadResult } from './reader.ts'

type FrontMatter = {
  readonly fields: Partial<ReadResult>
  readonly body: string
  readonly findings: readonly Finding[]
}

export function frontMatter(text: string, { name }: { name: string }): FrontMatter {
  const { yaml, body } = splitFrontMatter(text) ?? {}
  if (yaml === undefined || body === undefined || yaml.length > longest) return { fields: {}, body: text, findings: [] }
  const { document, problems } = parseYaml(yaml)
  const value: unknown = problems.length === 0 ? document.toJS() : undefined
  if (!isRecord(value)) return { fields: {}, body: text, findings: problems.length === 0 ? [] : [finding(name)] }
  return { fields: fieldsOf(value), body, findings: [] }
}

const longest = 100_000

function fieldsOf(value: Readonly<Record<string, unknown>>): Partial<ReadResult> {
  const [title] = texts(value['title'])
  const authors = [...texts(value['authors']), ...texts(value['author'])].flatMap((name) => name.split(/\s*[;,]\s+/))
  const dates = ['date', 'published', 'created'].flatMap((name) => texts(value[name]))
  const tags = [...texts(value['tags']), ...texts(value['keywords'])]
    .flatMap((tag) => tag.split(/[,;]\s*|\s+(?=#)/))
    .map((tag) => tag.replace(/^#/, '').trim())
    .filter((tag) => tag !== '')
  const [description] = [...texts(value['description']), ...texts(value['summary'])]
  const [url] = [...texts(value['source']), ...texts(value['url'])].filter((link) => /^https?:\/\//.test(link))
  const [publishedAt] = dates.flatMap((date) => isoDate(date) ?? [])
  return { title, authors, publishedAt, tags, description, url }
}

/** Texts of a value that is one or several; names may be objects. */
function texts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(texts)
  if (isRecord(value)) return texts(value['name'])
  if (typeof value !== 'string' && typeof value !== 'number') return []
  const line = oneLine(String(value))
  return line === '' ? [] : [line]
}

function finding(subject: string): Finding {
  return warningFinding('FILE_FRONT_MATTER_BROKEN', subject, {
    message: 'The front matter is no valid YAML; it is kept as text.',
    hint: 'Mend it so that title, authors and tags are known.',
  })
}
