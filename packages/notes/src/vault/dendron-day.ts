import { opendir } from 'node:fs/promises'
import { join, matchesGlob } from 'node:path'
import { ifMissing, readTextFile, recordOf } from '@datacortex/platform'
import { splitFrontMatter } from '@datacortex/text'
import type { DailyNote } from './day-note.ts'
import { javaFormat, momentFormat } from './moment-format.ts'

/**
 * The daily journal of a Dendron workspace: its place by `dendron.yml`, its text from the note that a schema names for
 * it. Undefined if this is no workspace of Dendron.
 * @example (await dendronDay(root, new Date(2026, 0, 31)))?.path // 'vault/daily.journal.2026.01.31.md'
 */
export async function dendronDay(root: string, day: Date): Promise<DailyNote | undefined> {
  const config = await readTextFile(join(root, 'dendron.yml'), { maxBytes: 1_000_000 })
  if (!config.ok) return undefined
  const workspace = recordOf((await valueOf(config.text))['workspace'])
  const journal = recordOf(workspace['journal'])
  const [vault = {}] = Array.isArray(workspace['vaults']) ? workspace['vaults'].map(recordOf) : []
  const fsPath = textOf(vault['fsPath'], 'vault').replaceAll(/^(?:\.?\/)+|\/+$|^\.$/g, '')
  const folder = [fsPath, vault['selfContained'] === true ? 'notes' : ''].filter((part) => part !== '').join('/')
  const date = momentFormat(day, javaFormat(textOf(journal['dateFormat'], 'y.MM.dd')))
  const name = `${textOf(journal['dailyDomain'], 'daily')}.${textOf(journal['name'], 'journal')}.${date}`
  const head = `---\nid: ${name}\ntitle: ${momentFormat(day, 'YYYY-MM-DD')}\ncreated: ${day.getTime()}\nupdated: ${day.getTime()}\n---\n\n`
  const path = [folder, `${name}.md`].filter((part) => part !== '').join('/')
  const template = await schemaTemplate(join(root, folder), name.split('.'))
  if (template === undefined) return { path, text: head, remarks: [] }
  const read = await readTextFile(join(root, folder, `${template}.md`), { maxBytes: 1_000_000 })
  if (!read.ok || !/^[\w.-]+$/.test(template))
    return { path, text: head, remarks: [`The template ${template} is not there, or lies elsewhere.`] }
  const body = (splitFrontMatter(read.text)?.body ?? read.text).trimStart()
  const filled = body.replaceAll(/\{\{[ \t]*([A-Z_]+)[ \t]*\}\}/g, (sign, variable: string) => {
    if (variable === 'FNAME') return name
    const format = formats[variable]
    return format === undefined ? sign : momentFormat(day, format)
  })
  const remarks = filled.includes('{{') ? ['The template has helpers of Handlebars, which stay as text.'] : []
  return { path, text: head + filled, remarks }
}

const formats: Readonly<Record<string, string>> = {
  TITLE: 'YYYY-MM-DD',
  CURRENT_YEAR: 'YYYY',
  CURRENT_MONTH: 'MM',
  CURRENT_WEEK: 'WW',
  CURRENT_DAY: 'DD',
  CURRENT_HOUR: 'HH',
  CURRENT_MINUTE: 'mm',
  CURRENT_SECOND: 'ss',
}

/** The template of the schema that fits a name, part by part. */
async function schemaTemplate(folder: string, parts: readonly string[]): Promise<string | undefined> {
  const names = await opendir(folder).catch(ifMissing(undefined))
  for await (const entry of names ?? []) {
    if (!entry.isFile() || !entry.name.endsWith('.schema.yml')) continue
    const read = await readTextFile(join(folder, entry.name), { maxBytes: 1_000_000 })
    const listed = read.ok ? (await valueOf(read.text))['schemas'] : undefined
    const schemas = Array.isArray(listed) ? listed.map(recordOf) : []
    let fitting = schemas.filter((schema) => schema['parent'] === 'root' && fits(schema, parts[0]))
    for (const part of parts.slice(1)) {
      const children = fitting.flatMap((schema) => (Array.isArray(schema['children']) ? schema['children'] : []))
      fitting = schemas.filter((schema) => children.includes(schema['id']) && fits(schema, part))
    }
    const id = fitting.map((schema) => recordOf(schema['template'])['id']).find((one) => typeof one === 'string')
    if (id !== undefined) return id
  }
  return undefined
}

/** A pattern is a glob of one part: `*`, `?` and `[a-b]`. */
function fits(schema: Readonly<Record<string, unknown>>, part = ''): boolean {
  const glob = textOf(schema['pattern'], textOf(schema['id'], ''))
  return glob.length <= 100 && matchesGlob(part, glob)
}

async function valueOf(text: string): Promise<Readonly<Record<string, unknown>>> {
  const { parseYaml } = await import('@datacortex/platform/yaml')
  const { document, problems } = parseYaml(text)
  return problems.length > 0 ? {} : recordOf(document.toJS())
}

function textOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise
}
