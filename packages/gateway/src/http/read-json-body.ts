import type { CodedError } from '@datacortex/errors'
import { utf8Text } from '@datacortex/text'
import { ProtocolError } from '../a2a/protocol-error.ts'
import { gatewayError } from '../errors.ts'
import type { ServerLimits } from '../server-options.ts'

export type BodyLimits = Pick<ServerLimits, 'bodyBytes' | 'bodyDepth'>

export async function readJsonBody(request: Request, limits: BodyLimits): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  // A form of another site can send text/plain without asking; JSON it can't.
  if (!/^application\/(?:a2a\+)?json\s*(?:;|$)/i.test(type))
    throw new ProtocolError(
      'CONTENT_TYPE_NOT_SUPPORTED',
      `The body must be application/json, not ${type || 'untyped'}.`,
    )
  const text = await readBody(request, limits)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ProtocolError('PARSE_ERROR', `The body is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
}

/** The text of a request's body, which is to be JSON: what is larger or deeper is not read to its end. */
export async function readBody(request: Request, { bodyBytes, bodyDepth }: BodyLimits): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > bodyBytes) throw tooLarge(bodyBytes)
  const chunks: Uint8Array[] = []
  const isDeeper = depthCheck(bodyDepth)
  let bytes = 0
  try {
    for await (const chunk of request.body ?? []) {
      bytes += chunk.byteLength
      if (bytes > bodyBytes) throw tooLarge(bodyBytes)
      if (isDeeper(chunk)) throw limited('PARSE_ERROR', gatewayError('GATEWAY_BODY_TOO_DEEP', { bodyDepth }))
      chunks.push(chunk)
    }
  } catch (error) {
    // Who went away in the middle of it is no bug of this server, and is answered for form's sake.
    throw error instanceof ProtocolError ? error : new ProtocolError('PARSE_ERROR', 'The body ended too early.')
  }
  const text = utf8Text(Buffer.concat(chunks))
  if (text === undefined) throw new ProtocolError('PARSE_ERROR', 'The body is not UTF-8.')
  return text
}

function tooLarge(bodyBytes: number): ProtocolError {
  return limited('TOO_LARGE', gatewayError('GATEWAY_BODY_TOO_LARGE', { bodyBytes }))
}

function limited(fault: 'TOO_LARGE' | 'PARSE_ERROR', { code, message }: CodedError): ProtocolError {
  return new ProtocolError(fault, message, { code })
}

/** Whether lists and maps of a text are nested so deep that writing them out could break. */
export function isDeep(text: string): boolean {
  return depthCheck(64)(Buffer.from(text))
}

/** Counts brackets outside of texts: what is too deep is never parsed. In UTF-8 no other character has their bytes. */
function depthCheck(most: number): (bytes: Uint8Array) => boolean {
  let depth = 0
  let isText = false
  let isEscaped = false
  return (bytes) => {
    for (const byte of bytes) {
      if (isEscaped) isEscaped = false
      else if (byte === codes.quote) isText = !isText
      else if (isText) isEscaped = byte === codes.backslash
      else if (byte === codes.list || byte === codes.map) depth += 1
      else if (byte === codes.listEnd || byte === codes.mapEnd) depth -= 1
      if (depth > most) return true
    }
    return false
  }
}

const codes = { quote: 0x22, backslash: 0x5c, list: 0x5b, listEnd: 0x5d, map: 0x7b, mapEnd: 0x7d } as const
