import { isRecord } from '@datacortex/platform'
import { isTransientStatus, isUsedUp } from './worth-another.ts'

export type ServerFailure = {
  /** In its own words, with its codes. */
  readonly text: string
  /** Whether another attempt may help, where a code says so. */
  readonly transient: boolean | undefined
}

export function serverFailure(document: unknown): ServerFailure | undefined {
  if (!isRecord(document)) return undefined
  const { error, choices, object, type } = document
  const [choice]: readonly unknown[] = Array.isArray(choices) ? choices : []
  const inChoice = isRecord(choice) ? choice['error'] : undefined
  for (const given of [error, inChoice]) if (isGiven(given)) return failureOf(given)
  const isError = object === 'error' || type === 'error'
  // Beside choices these are fields of another meaning.
  const saysWhy = !Array.isArray(choices) && (isGiven(document['message']) || isGiven(document['detail']))
  return isError || saysWhy ? failureOf(document) : undefined
}

/** Some servers have the field in every document, and nothing in it. */
function isGiven(error: unknown): boolean {
  return error !== undefined && error !== null && error !== false && error !== '' && error !== 0
}

function failureOf(error: unknown): ServerFailure {
  const { message, detail, code, status, type }: Partial<Record<string, unknown>> = isRecord(error)
    ? error
    : typeof error === 'number'
      ? { code: error }
      : { message: error }
  const why = wordsOf(message) ?? wordsOf(detail)
  const parts = [why, type === 'error' ? undefined : type, code, status].flatMap((part) =>
    typeof part === 'number' ? [String(part)] : typeof part === 'string' && part !== '' ? [part] : [],
  )
  const text = [...new Set(parts)].join(' / ') || 'an error without a message'
  const said = [code, status, type].map(statusOf).find((each) => each !== undefined)
  const transient = said === undefined || !isTransientStatus(said) ? undefined : !isUsedUp(text)
  return { text, transient }
}

/** Words, or the words inside; another shape as JSON, so that nothing of what the server says is lost. */
function wordsOf(message: unknown): string | undefined {
  if (typeof message === 'string') return message === '' ? undefined : message
  if (!isGiven(message)) return undefined
  const inner = isRecord(message) ? message['message'] : undefined
  return typeof inner === 'string' && inner !== '' ? inner : JSON.stringify(message)
}

/** A status as a number or, as some servers give it, as text. */
function statusOf(code: unknown): number | undefined {
  if (typeof code === 'number') return code
  return typeof code === 'string' && /^[1-5]\d\d$/.test(code) ? Number(code) : undefined
}
