import { fileURLToPath } from 'node:url'
import { readTextFile, platformError } from '@datacortex/platform'
import { type Finding, warningFinding } from '@datacortex/errors'
import type { SpaceReader } from './space-reader.ts'

/** The templates that come with the package; a space overrides one by a file of its name. */
export type TemplateName = 'context-gathering' | 'think-search-generate'

export type Template = { readonly name: TemplateName; readonly text: string; readonly origin: string }

/** Reads a template: `.datacore/templates/<name>.md` of the space, else the one of the package. */
export async function readTemplate(
  reader: SpaceReader,
  name: TemplateName,
): Promise<{ readonly template: Template; readonly findings: readonly Finding[] }> {
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
