import { isRecord } from '@datacortex/platform'
import { splitFrontMatter } from '@datacortex/text'
import { splitList } from '../caller/split-list.ts'
import { spaceError } from '../errors.ts'

export type NewNote = {
  readonly title: string
  readonly text: string
  readonly type?: string | undefined
  readonly tags?: readonly string[] | undefined
}

/** The text of a new note with its head. Front matter that it has stays as it stands; what it lacks is added, and tags join. */
export async function headedText(note: NewNote, now: Date): Promise<{ readonly text: string; readonly title: string }> {
  const { document, fields, yaml, body } = await ownHead(note.text)
  const lower = new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), { name, value }]))
  const said = (name: string): string => wordsOf(lower.get(name)?.value)
  const title = said('title') || note.title
  const type = said('type')
  if (note.type !== undefined && type !== '' && type !== note.type)
    throw spaceError('CLI_USAGE', {
      message: `The text says type: ${type}, and ${note.type} is wanted. Nothing was written.`,
      hint: 'Say one of them.',
    })
  const given = splitList(note.tags ?? []).map((tag) => tag.replace(/^#/, ''))
  const own = lower.get('tags')
  const tags = listed(own?.value)
  const fresh = given.filter((tag) => !tags.some((one) => one.toLowerCase() === tag.toLowerCase()))
  const joins = own !== undefined && fresh.length > 0
  const added: readonly (readonly [string, string | readonly string[]])[] = [
    ...(said('title') === '' ? [['title', title] as const] : []),
    ...(note.type === undefined || type !== '' ? [] : [['type', note.type] as const]),
    ...(fresh.length === 0 ? [] : [[own?.name ?? 'tags', [...tags, ...fresh]] as const]),
    ...(lower.has('created') || lower.has('date') ? [] : [['created', now.toISOString().slice(0, 10)] as const]),
  ]
  const lines = added.map(
    ([name, value]) => `${name}: ${name === 'created' ? wordsOf(value) : JSON.stringify(value)}\n`,
  )
  const isWrittenAnew = joins || /^\s*[{]/.test(yaml)
  if (isWrittenAnew)
    for (const [name, value] of added) {
      // In the way that they are written.
      if (name === own?.name && Array.isArray(own.value)) for (const tag of fresh) document.addIn([name], tag)
      else document.set(name, value)
    }
  const head = isWrittenAnew ? document.toString({ lineWidth: 0 }) : `${yaml}${lines.join('')}`
  const isHeaded = body.trimStart().startsWith('# ')
  return { text: `---\n${head}---\n\n${isHeaded ? '' : `# ${title}\n\n`}${body}\n`, title }
}

/** The front matter of a text; what is none, such as a motto between two rules, is text. */
async function ownHead(text: string) {
  const { parseYaml } = await import('@datacortex/platform/yaml')
  const split = splitFrontMatter(text)
  const { document, problems } = parseYaml(split?.yaml ?? '')
  const fields: unknown = problems.length === 0 ? document.toJS() : undefined
  if (split !== undefined && problems[0] !== undefined && /^[\w-]+:(?:[ \t]|$)/m.test(split.yaml))
    throw spaceError('CLI_USAGE', {
      message: `The front matter of the text is no YAML: line ${problems[0].line + 1}: ${problems[0].message}. Nothing was written.`,
      hint: 'Correct it, or leave it out: title, type and tags have options.',
    })
  const isHead = split !== undefined && (isRecord(fields) || (fields === null && problems.length === 0))
  return isHead
    ? { document, fields: isRecord(fields) ? fields : {}, yaml: split.yaml, body: split.body.replace(/^\s*\n/, '') }
    : { document, fields: {}, yaml: '', body: text }
}

/** As people write tags: a list, or words with commas or spaces. */
function listed(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : wordsOf(value).split(/[,\s]+/)
  return items.map((item) => wordsOf(item).replace(/^#/, '')).filter((item) => item !== '')
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}
