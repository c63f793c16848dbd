import { sha256 } from '@datacortex/platform'
import { parseYaml } from '@datacortex/platform/yaml'
import { splitFrontMatter } from '@datacortex/text'
import { knowledgeError } from '../errors.ts'

/** Heading of the section that belongs to the person. */
export const ownHeading = '## My notes'

/** What stands in a person's section of a new note. */
export const emptyOwn: string = `${ownHeading}\n\n<!-- Yours: what stands below is kept. -->\n`

/** Takes apart a note that this package wrote. Throws `KNOWLEDGE_NOTE_DAMAGED` if its front matter is no YAML any more. */
export function noteParts(text: string, path: string) {
  const found = splitFrontMatter(text.replaceAll('\r\n', '\n'))
  const { document, problems } = parseYaml(found?.yaml ?? '')
  if (found === undefined || problems[0] !== undefined)
    throw knowledgeError('KNOWLEDGE_NOTE_DAMAGED', { path, reason: problems[0]?.message ?? 'it has none' })
  const { body } = found
  const at = body.startsWith(ownHeading) ? 0 : body.indexOf(`\n${ownHeading}`) + 1
  const hasOwn = at > 0 || body.startsWith(ownHeading)
  return {
    /** Of the front matter; comments and fields of others stay in it. */
    document,
    /** What the program wrote, and who changed it since. */
    generated: (hasOwn ? body.slice(0, at) : body).trim(),
    own: hasOwn ? body.slice(at).trimEnd() : '',
  }
}

/** Fingerprint of what the program wrote, so that a change by a person is seen. */
export function generatedHash(generated: string): string {
  return sha256(generated.trim()).slice(0, 16)
}
