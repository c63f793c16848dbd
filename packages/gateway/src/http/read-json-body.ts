import { utf8Text } from '@datacortex/text'
import { ProtocolError } from '../a2a/protocol-error.ts'

const deepest = 64

/** The JSON of a request's body, within limits: what is larger is not read to its end. */
export async function readJsonBody(request: Request, { maxBytes }: { maxBytes: number }): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  // A form of another site can send text/plain without asking; JSON it can't.
  if (!/^application\/(?:a2a\+)?json\s*(?:;|$)/i.test(type))
    throw new ProtocolError(
      'CONTENT_TYPE_NOT_SUPPORTED',
      `The body must be application/json, not ${type || 'untyped'}.`,
    )
  const text = await readText(request, maxBytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new ProtocolError('PARSE_ERROR', `The body is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
  if (isDeeperThan(value, deepest)) throw new ProtocolError('PARSE_ERROR', `The body is nested deeper than ${deepest}.`)
  return value
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = new ProtocolError('TOO_LARGE', `The body is larger than ${maxBytes} bytes.`)
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of request.body ?? []) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw tooLarge
      chunks.push(chunk)
    }
  } catch (error) {
    // Who went away in the middle of it is no bug of this server, and is answered for form's sake.
    throw error === tooLarge ? tooLarge : new ProtocolError('PARSE_ERROR', 'The body ended too early.')
  }
  const text = utf8Text(Buffer.concat(chunks))
  if (text === undefined) throw new ProtocolError('PARSE_ERROR', 'The body is not UTF-8.')
  return text
}

/** Level by level: recursion would end at the very inputs that this is to keep away. */
function isDeeperThan(value: unknown, levels: number): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}
