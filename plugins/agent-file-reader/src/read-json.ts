import { oneLine } from '@datacortex/content'
import { type Finding, warningFinding } from '@datacortex/errors'
import { isRecord } from '@datacortex/platform'
import { jsonFacts } from './data-facts.ts'
import { fileError } from './errors.ts'
import { jsonMarkdown } from './json-markdown.ts'
import { leftOut } from './read-delimited.ts'
import type { Reader, ReadFile, ReadResult } from './reader.ts'

const deepest = 1000

export const readJson: Reader = (file) => {
  const { name } = file
  const value = parsed(file.text(), name)
  if (!(value instanceof SyntaxError)) return rendered(value, file)
  const reason = oneLine(value.message).slice(0, 200)
  throw fileError('FILE_BROKEN', { name, format: 'JSON', reason }, { cause: value })
}

/** One JSON value a line; lines that are none are counted and left out. */
export const readJsonLines: Reader = (file) => {
  const { name } = file
  const lines = file
    .text()
    .split('\n')
    .filter((line) => line.trim() !== '')
  const values: unknown[] = []
  for (const line of lines) {
    const value = parsed(line, name)
    if (!(value instanceof SyntaxError)) values.push(value)
  }
  if (values.length === 0)
    throw fileError('FILE_BROKEN', { name, format: 'JSON Lines', reason: 'no line of it is JSON' })
  const result = rendered(values, file)
  const bad = lines.length - values.length
  return bad === 0 ? result : { ...result, findings: [...(result.findings ?? []), badLines(name, bad, lines.length)] }
}

function rendered(value: unknown, { name, settings }: ReadFile): ReadResult {
  const { text, deeper, more } = jsonMarkdown(value, settings)
  const findings: Finding[] = []
  if (deeper > 0) findings.push(leftOut(name, `${deeper} values below level ${settings.max_depth}`, 'max_depth'))
  if (more > 0) findings.push(leftOut(name, `${more} entries of long lists`, 'max_rows'))
  return { title: titleOf(value), text, genre: 'data', description: jsonFacts(value), findings }
}

function titleOf(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined
  const title = [value['title'], value['name']].find((text) => typeof text === 'string' && text.trim() !== '')
  return typeof title === 'string' ? oneLine(title).slice(0, 200) : undefined
}

function parsed(text: string, name: string): unknown {
  if (isTooDeep(text)) throw fileError('FILE_TOO_DEEP', { name, limit: deepest })
  try {
    // Any shape is welcome: nothing is read from it by name but a title.
    return JSON.parse(text) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) return error
    throw error
  }
}

function badLines(subject: string, count: number, of: number): Finding {
  return warningFinding('FILE_LINES_BROKEN', subject, {
    message: `${count} of ${of} lines are no JSON and were left out.`,
    hint: 'Look whether the file was cut off while it was written.',
  })
}

/** Whether brackets are nested too deep in a JSON text, without parsing it. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let isQuoted = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (isQuoted) {
      if (code === backslash) index += 1
      else if (code === quote) isQuoted = false
    } else if (code === quote) isQuoted = true
    else if (code === openBrace || code === openBracket) {
      depth += 1
      if (depth > deepest) return true
    } else if (code === closeBrace || code === closeBracket) depth -= 1
  }
  return false
}

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
