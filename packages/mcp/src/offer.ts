import type { Space } from '@datacortex/space'
import { type ServerContext, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type ReasonOptions, reasonOf } from './reason-of.ts'
import { tellProgress } from './tell-progress.ts'
import { SpaceChanges } from './space-changes.ts'
import { TaskStore } from './task-store.ts'
import { type ListedTool, type Tool, listed, toolsIn } from './tools.ts'
import type { Turn } from './turns.ts'

/** What the clients of a door are answered with. */
export type Offer = Omit<ReasonOptions, 'signal'> & {
  readonly space: Pick<Space, 'call'> & Partial<Pick<Space, 'mayDiscover' | 'onChange'>>
  /** All that the client may ask for; prompts and resources are made of some. */
  readonly tools: readonly Tool[]
  /** Those that it is shown, and may call by name. */
  readonly shown: readonly Tool[]
  /** The shown ones for clients; loads their operations when it is first asked for. */
  readonly list: () => Promise<ListedTool[]>
  /** Of calls that stay in the space. */
  readonly turn: Turn
  /** Of calls that may wait for others outside: they let those pass that don't. */
  readonly openWorldTurn: Turn
  /** What the door itself says to operations, whatever a client says. */
  readonly fixed: Readonly<Record<string, object | undefined>>
  readonly signal: AbortSignal
  readonly changes: SpaceChanges
  readonly tasks: TaskStore
}

export type OfferOptions = Omit<Offer, 'list' | 'fixed' | 'changes' | 'tasks' | 'shown'> &
  Partial<Pick<Offer, 'fixed'>> & { readonly groups?: readonly string[] | undefined }

const described = new WeakMap<Tool, Promise<ListedTool>>()

export function offerOf({ groups, ...options }: OfferOptions): Offer {
  const shown = groups === undefined ? options.tools : toolsIn(options.tools, groups)
  const describe = (tool: Tool): Promise<ListedTool> => {
    const known = described.get(tool) ?? listed(tool)
    described.set(tool, known)
    return known
  }
  const list = async (): Promise<ListedTool[]> => {
    const tools = await Promise.all(shown.map(describe))
    // Who may look for agents elsewhere is the user's choice, which may change while this runs.
    if ((await options.space.mayDiscover?.()) === true) return tools
    return tools.filter((_, index) => shown[index]?.entry.isDiscovery !== true)
  }
  return { fixed: {}, ...options, shown, list, changes: new SpaceChanges(options), tasks: new TaskStore() }
}

/** Who asks: what it says of itself, how it is told more, and when it has gone. */
export type Asking = { readonly mcpReq: Pick<ServerContext['mcpReq'], '_meta' | 'notify' | 'signal'> }

type AskedOffer = { readonly offer: Offer; readonly request: Asking }

/** Asks a space for one of the tools, when it is its turn. */
export async function callTool(
  { operation, entry, inputs }: Tool,
  said: Readonly<Record<string, unknown>>,
  { offer, request }: AskedOffer,
): Promise<object> {
  using progress = tellProgress(request.mcpReq)
  const signal = signalOf({ offer, request })
  const given = await withSynonym(said, entry)
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

const synonyms: Readonly<Record<string, string>> = { task: 'query', query: 'task' }

/** What is wanted is a task for some tools and a query for others, and models take the one for the other. */
async function withSynonym(given: Readonly<Record<string, unknown>>, { load }: Tool['entry']) {
  const [one = ''] = Object.keys(given).filter((name) => name in synonyms)
  const other = synonyms[one]
  if (other === undefined || other in given) return given
  const { input } = await load()
  const taken = input instanceof z.ZodObject ? Object.keys(input.shape) : []
  if (taken.includes(one) || !taken.includes(other)) return given
  const { [one]: wanted, ...rest } = given
  return { ...rest, [other]: wanted }
}

/** Answers requests that are no calls of a tool: what fails is a ProtocolError with our code and hint. */
export function answering<Given, Request extends Asking, Answer>(
  offer: Offer,
  answer: (given: Given, request: Request) => Promise<Answer>,
): (given: Given, request: Request) => Promise<Answer> {
  return async (given, request) => {
    try {
      return await answer(given, request)
    } catch (error) {
      if (error instanceof ProtocolError) throw error
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, failureText(error, { offer, request }))
    }
  }
}

/** Why an answer failed, for the one who asked. */
export function failureText(error: unknown, { offer, request }: AskedOffer): string {
  return reasonOf(error, { ...offer, signal: signalOf({ offer, request }) })
}

function signalOf({ offer, request }: AskedOffer): AbortSignal {
  return AbortSignal.any([offer.signal, request.mcpReq.signal])
}
