import { fileURLToPath } from 'node:url'
import { platformError, readTextFile } from '@datacortex/platform'
import { type Finding, warningFinding } from '@datacortex/errors'
import { type SpaceReader, absent } from './space-reader.ts'

/** The templates that come with the package; a space overrides one by a file of its name. */
export type TemplateName = 'context-gathering' | 'think-search-generate'

export type Template = { readonly name: TemplateName; readonly text: string; readonly origin: string }

/** Reads a template: `.datacore/templates/<name>.md` of the space, else the one of the package. */
export async function readTemplate(reader: SpaceReader, name: TemplateName) {
  const origin = `.datacore/templates/${name}.md`
  // Whether one may be shown is asked of none that is not there.
  const kind = await reader.kindOf(origin)
  const isThere = typeof kind === 'string' || kind.reason !== absent
  const own = isThere ? await reader.read(origin) : { reason: absent }
  if ('text' in own) return { template: { name, text: own.text.trimEnd(), origin }, findings: [] }
  const packaged = fileURLToPath(new URL(`../../templates/${name}.md`, import.meta.url))
  const read = await readTextFile(packaged)
  if (!read.ok) throw platformError('PLATFORM_FILE_UNREADABLE', { file: packaged, reason: read.reason })
  const template = { name, text: read.text.trimEnd(), origin: `template ${name}` }
  const message = `The template ${origin} can't be read: ${own.reason}. The one of the package is used.`
  const hint = 'Correct the file or delete it.'
  const finding = warningFinding('MEMORY_TEMPLATE_UNREADABLE', origin, { message, hint })
  return { template, findings: own.reason === absent ? [] : [finding] }
}

/** Where `$` or another brace stands before it, it is of a language of programs; a backslash keeps it as it is. */
const placeholder = /(?<![${\\])\{([a-z][a-z0-9_]*)\}(?!\})/g

type Placed = Pick<Template, 'text'>

/**
 * Fills the placeholders of a text, each once: braces in a value are text. `again` stands for a long value where it would
 * stand a second time; what was filled is entered in `filled`.
 */
export function fillTemplate(
  { text }: Placed,
  values: ReadonlyMap<string, string>,
  { again, filled }: { readonly again: string; readonly filled: Set<string> },
): string {
  return text.replace(placeholder, (whole, name: string) => {
    const value = values.get(name)
    if (value === undefined) return whole
    if (filled.has(name) && value.length > again.length + 100) return again
    filled.add(name)
    return value
  })
}

export function placeholdersOf({ text }: Placed): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(placeholder), ([, name = '']) => name))
}

/** Placeholders that nobody fills: they stay in the prompt, and a person should know. */
export function unknownPlaceholders(
  { text, origin }: Pick<Template, 'text' | 'origin'>,
  known: ReadonlySet<string>,
  found = warningFinding,
): readonly Finding[] {
  // {question} is for the agent, and stays as it is.
  const names = [...placeholdersOf({ text })].filter((name) => !known.has(name) && name !== 'question')
  if (names.length === 0) return []
  const shown = names.slice(0, mostNamed).map((name) => `{${name.slice(0, 40)}}`)
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''
  return [
    found('MEMORY_TEMPLATE_PLACEHOLDER', origin, {
      message: `${origin} has ${shown.join(', ')}${more}, which nothing fills; such text stays as it is.`,
      hint: `Known are ${[...known].map((each) => `{${each}}`).join(', ')}.`,
    }),
  ]
}

const mostNamed = 5
