import type { Finding } from '@datacortex/errors'
import { cleanText } from '../publish/clean-text.ts'

export type TextReader = ReturnType<typeof createTextReader>

type Words = Pick<Finding, 'message' | 'hint'> & Partial<Pick<Finding, 'severity'>>

export function createTextReader(id: string) {
  const findings: Finding[] = []
  const add = (code: string, field: string, words: Words): void =>
    void findings.push({ code, severity: 'warning', subject: `${id}: ${field}`, ...words })
  const clean = (raw: string, field: string): string => {
    const { text, changed } = cleanText(raw)
    if (changed)
      add('A2A_TEXT_CLEANED', field, {
        message: 'Control characters or broken Unicode were taken out.',
        hint: `Write \`${field}\` without them.`,
      })
    return text
  }
  /** Clean texts without empty and repeated ones. */
  const list = (texts: readonly string[], field: string): readonly string[] => [
    ...new Set(texts.map((raw) => clean(raw, field)).filter((text) => text !== '')),
  ]
  return {
    findings,
    add,
    list,
    /** Clean text, or the fallback with a finding that names the field. */
    required(raw: string, { field, code, otherwise }: Record<'field' | 'code' | 'otherwise', string>): string {
      const text = clean(raw, field)
      if (text !== '') return text
      // What stands in is shown in full by the card itself.
      const shown = otherwise.length > 60 ? `${otherwise.slice(0, 60)}…` : otherwise
      add(code, field, { message: `It is empty; ${JSON.stringify(shown)} stands in.`, hint: `Fill in \`${field}\`.` })
      return cleanText(otherwise).text
    },
    mediaTypes: (texts: readonly string[], field: string): readonly string[] =>
      list(texts, field).filter((text) => {
        if (mediaType.test(text)) return true
        add('A2A_MEDIA_TYPE_INVALID', field, {
          message: `${JSON.stringify(text)} is no media type and was left out.`,
          hint: `Give media types such as text/markdown in \`${field}\`.`,
        })
        return false
      }),
  }
}

/** A media type, with parameters or without (RFC 6838). */
export const mediaType: RegExp = /^[a-z0-9*][a-z0-9!#$&^_.+*-]*\/[a-z0-9*][a-z0-9!#$&^_.+*-]*(?:\s*;.*)?$/i
