import type { Space } from '@datacortex/space'
import { type ServerContext, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { type ReasonOptions, reasonOf } from './reason-of.ts'
import { tellProgress } from './tell-progress.ts'
import { type ListedTool, type Tool, listed } from './tools.ts'
import type { Turn } from './turns.ts'

/** What the clients of a door are answered with. */
export type Offer = Omit<ReasonOptions, 'signal'> & {
  readonly space: Pick<Space, 'call'> & Partial<Pick<Space, 'mayDiscover'>>
  readonly tools: readonly Tool[]
  /** The same for clients; loads their operations when it is first asked for. */
  readonly list: () => Promise<ListedTool[]>
  /** Of calls that stay in the space. */
  readonly turn: Turn
  /** Of calls that may wait for others outside: they let those pass that don't. */
  readonly openWorldTurn: Turn
  /** What the door itself says to operations, whatever a client says. */
  readonly fixed: Readonly<Record<string, object | undefined>>
  readonly signal: AbortSignal
}

export type OfferOptions = Omit<Offer, 'list' | 'fixed'> & Partial<Pick<Offer, 'fixed'>>

export function offerOf(options: OfferOptions): Offer {
  let all: Promise<ListedTool[]> | undefined
  const list = async (): Promise<ListedTool[]> => {
    const tools = await (all ??= Promise.all(options.tools.map(listed)))
    // Who may look for agents elsewhere is the user's choice, which may change while this runs.
    if ((await options.space.mayDiscover?.()) === true) return tools
    return tools.filter((_, index) => options.tools[index]?.entry.isDiscovery !== true)
  }
  return { fixed: {}, ...options, list }
}

/** Asks a space for one of the tools, when it is its turn. */
export async function callTool(
  { operation, entry, inputs }: Tool,
  given: Readonly<Record<string, unknown>>,
  { offer, request: { mcpReq } }: { offer: Offer; request: Pick<ServerContext, 'mcpReq'> },
): Promise<object> {
  using progress = tellProgress(mcpReq)
  const signal = AbortSignal.any([offer.signal, mcpReq.signal])
  const taken = inputs === undefined ? given : Object.fromEntries(inputs.map((name) => [name, given[name]]))
  const turn = entry.isOpenWorld === true ? offer.openWorldTurn : offer.turn
  return await turn(
    async () => {
      progress.begin()
      const input = { ...taken, ...offer.fixed[operation] }
      return await offer.space.call(operation, input, { signal, onProgress: progress.note })
    },
    { signal },
  )
}

/** Answers a request that is no call of a tool: what fails is a ProtocolError with our code and hint. */
export async function answered<Answer>(
  { mcpReq }: Pick<ServerContext, 'mcpReq'>,
  offer: Offer,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    const signal = AbortSignal.any([offer.signal, mcpReq.signal])
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, reasonOf(error, { ...offer, signal }))
  }
}
