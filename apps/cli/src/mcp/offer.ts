import type { ServerContext } from '@modelcontextprotocol/server'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { reasonOf } from './reason-of.ts'
import type { RunCommand } from './run-command.ts'
import { tellWhile } from './tell-while.ts'

/** What a client is answered with. */
export type Offer = {
  readonly runCommand: RunCommand
  /** Told of what is nobody's mistake but the program's. */
  readonly onBug: (error: unknown) => void
  /** Of the connection. */
  readonly signal: AbortSignal
}

/**
 * Answers a request that is no call of a tool: what fails is an error of the protocol, with the code and the hint of
 * ours in its text.
 *
 * @param request - Of the client.
 * @param offer - How commands are run.
 * @param answer - Makes the answer.
 * @throws ProtocolError
 */
export async function answered<Answer>(
  { mcpReq }: Pick<ServerContext, 'mcpReq'>,
  { signal: connection, onBug }: Offer,
  answer: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  using _ticking = tellWhile(mcpReq)
  const signal = AbortSignal.any([connection, mcpReq.signal])
  try {
    return await answer(signal)
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, reasonOf(error, { onBug, signal }))
  }
}
