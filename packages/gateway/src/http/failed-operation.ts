import { CodedError } from '@datacortex/errors'
import { ProtocolError } from '../a2a/protocol-error.ts'
import { brokenRequest } from './broken-request.ts'
import type { Client } from './clients.ts'
import { refuse } from './refusal.ts'

/** Who asked for what can't be done is told why, as far as it is a stranger's to know. */
export function failedOperation(error: unknown, { space, tell, onBug }: Client): Response {
  if (error instanceof ProtocolError) return refuse(error.toRefusal())
  if (!CodedError.is(error)) {
    onBug(error)
    return refuse(brokenRequest(error))
  }
  const { code, hint } = error
  const { message, isWithheld } = tell(error)
  const isShown = hint !== undefined && !isWithheld && !hint.includes(space.paths.root)
  const body = { error: { code, message, ...(isShown ? { hint } : {}) } }
  return Response.json(body, { status: statusOf[code] ?? 422, headers: { 'cache-control': 'no-store' } })
}

const statusOf: Readonly<Record<string, number | undefined>> = {
  CLI_PROGRAM_REPLACED: 503,
  SPACE_INPUT_INVALID: 400,
  SPACE_RIGHT_MISSING: 403,
  MCP_OVERLOADED: 503,
  COGNITION_CALLER_UNKNOWN: 403,
  COGNITION_NOT_THE_OWNER: 403,
  COGNITION_POINT_UNKNOWN: 404,
  COGNITION_KNOWLEDGE_CHANGED: 412,
  SPACE_NOTE_CHANGED: 412,
}
