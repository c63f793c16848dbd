import { attempt, thrownText } from '@datacortex/errors'
import { isRecord } from '@datacortex/platform'

export type JsonRecord =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly line: number; readonly reason: string }

export function parseJsonRecord(text: string): JsonRecord {
  const parsed = parseJsonValue(text)
  if (!parsed.ok) return parsed
  return isRecord(parsed.value)
    ? { ok: true, value: parsed.value }
    : { ok: false, line: 1, reason: 'not a JSON object' }
}

export type JsonValue = { readonly ok: true; readonly value: unknown } | Extract<JsonRecord, { ok: false }>

export function parseJsonValue(text: string): JsonValue {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    const message = thrownText(error)
    const line = /\(line (\d+) column \d+\)/.exec(message)?.[1]
    const [reason = ''] = message.replace(/, (?:\.\.\.)?"[\s\S]*$/, '').split('\n')
    return {
      ok: false,
      line: line === undefined ? lineOfBadToken(text) : Number(line),
      reason: `not valid JSON: ${reason}`,
    }
  }
}

/** The engine gives no place for "Unexpected token": it is where the text stops being the beginning of some JSON. */
function lineOfBadToken(text: string): number {
  let good = 0
  let bad = text.length
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (hasBadToken(text.slice(0, middle))) bad = middle
    else good = middle
  }
  return text.slice(0, good).split('\n').length
}

function hasBadToken(text: string): boolean {
  return attempt(
    () => JSON.parse(text) === undefined,
    (error) => thrownText(error).startsWith('Unexpected token'),
  )
}
