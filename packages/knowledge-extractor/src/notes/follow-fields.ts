import { recordOf, sha256 } from '@datacortex/platform'
import type { parseYaml } from '@datacortex/platform/yaml'
import { isMap } from 'yaml'

/** Fields of the front matter that follow the source until a person changes them. */
const followed = ['title', 'source', 'author', 'published', 'authority', 'language', 'doi', 'arxiv', 'pmid'] as const

/** The fields that may be followed, with what the source says; undefined where it says nothing. */
export type FollowedFields = { readonly [Name in (typeof followed)[number]]?: string | readonly string[] | undefined }

/** Fingerprints of the values that the program wrote, so that a change by a person is seen. */
export type FieldRecord = Readonly<Record<string, string>>

export function fieldRecord(fields: FollowedFields): FieldRecord {
  const entries = followed.map((name) => [name, fingerprint(fields[name])] as const)
  return Object.fromEntries(entries.flatMap(([name, print]) => (print === undefined ? [] : [[name, print]])))
}

export function followFields(
  document: ReturnType<typeof parseYaml>['document'],
  fields: FollowedFields,
  { heading }: { heading: string | undefined },
): FieldRecord {
  const before = recordOf(document.toJS())
  const hasRecord = isMap(document.get('generated_fields'))
  const record = hasRecord ? recordOf(before['generated_fields']) : { title: fingerprint(heading) }
  const recorded: [string, string][] = []
  for (const name of followed) {
    const [held, now] = [fingerprint(before[name]), fingerprint(fields[name])]
    // Without a record it can't be known who left a field out.
    const isUnchanged = held === record[name] || (held === undefined && !hasRecord)
    const print = isUnchanged || !hasRecord ? now : record[name]
    if (typeof print === 'string') recorded.push([name, print])
    if (!isUnchanged || held === now) continue
    const value = fields[name]
    if (value === undefined) document.delete(name)
    else document.set(name, typeof value === 'string' ? value : document.createNode(value))
  }
  return Object.fromEntries(recorded)
}

/** The same for a value whether or not an editor wrote it as a number or as a list of one. */
function fingerprint(value: unknown): string | undefined {
  if (value === undefined) return undefined
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  const texts = values.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  return sha256(texts.join('\n')).slice(0, 8)
}
