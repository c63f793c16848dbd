import type { Finding } from '@datacortex/errors'
import { cleanText } from '../publish/clean-text.ts'

export type TextReader = {
  readonly findings: readonly Finding[]
  /** Clean text, or the fallback with a finding that names the field. */
  readonly required: (text: string, options: RequiredText) => string
  /** Clean texts without empty and repeated ones. */
  readonly list: (texts: readonly string[], field: string) => readonly string[]
  readonly mediaTypes: (texts: readonly string[], field: string) => readonly string[]
  readonly add: (finding: {
    code: string
    field: string
    message: string
    hint: string
    severity?: Finding['severity']
  }) => void
}

type RequiredText = { readonly field: string; readonly code: string; readonly otherwise: string }

export function createTextReader(id: string): TextReader {
  const findings: Finding[] = []
  const add: TextReader['add'] = ({ field, severity = 'warning', ...rest }) => {
    findings.push({ ...rest, severity, subject: `${id}: ${field}` })
  }
  const clean = (raw: string, field: string): string => {
    const { text, changed } = cleanText(raw)
    if (changed)
      add({
        code: 'A2A_TEXT_CLEANED',
        field,
        message: 'Control characters or broken Unicode were taken out.',
        hint: `Write \`${field}\` without them.`,
      })
    return text
  }
  const list: TextReader['list'] = (texts, field) => [
    ...new Set(texts.map((raw) => clean(raw, field)).filter((text) => text !== '')),
  ]
  return {
    findings,
    add,
    list,
    required: (raw, { field, code, otherwise }) => {
      const text = clean(raw, field)
      if (text !== '') return text
      // What stands in is shown in full by the card itself.
      const shown = otherwise.length > 60 ? `${otherwise.slice(0, 60)}…` : otherwise
      add({ code, field, message: `It is empty; ${JSON.stringify(shown)} stands in.`, hint: `Fill in \`${field}\`.` })
      return cleanText(otherwise).text
    },
    mediaTypes: (texts, field) =>
      list(texts, field).filter((text) => {
        if (mediaType.test(text)) return true
        add({
          code: 'A2A_MEDIA_TYPE_INVALID',
          field,
          message: `${JSON.stringify(text)} is no media type and was left out.`,
          hint: `Give media types such as text/markdown in \`${field}\`.`,
        })
        return false
      }),
  }
}

/** A media type, with parameters or without (RFC 6838). */
export const mediaType: RegExp = /^[a-z0-9*][a-z0-9!#$&^_.+*-]*\/[a-z0-9*][a-z0-9!#$&^_.+*-]*(?:\s*;.*)?$/i
