import { fileURLToPath } from 'node:url'
import { platformError, readTextFile } from '@datacortex/platform'
import { type Finding, warningFinding } from '@datacortex/errors'
import type { SpaceReader } from './space-reader.ts'

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
  return { template, findings: own.reason === absent ? [] : [unreadable(origin, own.reason)] }
}

const absent = 'it does not exist'

function unreadable(origin: string, reason: string): Finding {
  return warningFinding('MEMORY_TEMPLATE_UNREADABLE', origin, {
    message: `The template ${origin} can't be read: ${reason}. The one of the package is used.`,
    hint: 'Correct the file or delete it.',
  })
}

/** Placeholders that stay as they are: they are for the agent. */
const forTheAgent: ReadonlySet<string> = new Set(['question'])

const placeholder = /\{([a-z][a-z0-9_]*)\}/g

/** Fills the placeholders of a template, each once: braces in a value are text. */
export function fillTemplate(template: Template, values: ReadonlyMap<string, string>): string {
  return template.text.replace(placeholder, (whole, name: string) => values.get(name) ?? whole)
}

export function placeholdersOf(template: Template): ReadonlySet<string> {
  return new Set(Array.from(template.text.matchAll(placeholder), ([, name = '']) => name))
}

/** Placeholders that nobody fills: they stay in the prompt, and a person should know. */
export function unknownPlaceholders(template: Template, known: ReadonlySet<string>): readonly Finding[] {
  return [...placeholdersOf(template)]
    .filter((name) => !known.has(name) && !forTheAgent.has(name))
    .map((name) =>
      warningFinding('MEMORY_TEMPLATE_PLACEHOLDER', template.origin, {
        message: `The template ${template.origin} has {${name}}, which nothing fills; it stays as it is.`,
        hint: `Known are ${[...known].map((each) => `{${each}}`).join(', ')}.`,
      }),
    )
}
