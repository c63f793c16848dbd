import { CodedError } from '@datacortex/errors'
import type { CallOptions, OperationName, Space } from '@datacortex/space'
import { z } from 'zod'
import { type Offer, type OfferOptions, offerOf } from '../offer.ts'
import type { Tool } from '../tools.ts'

/** What an operation of a fake space does. */
export type Fake = (input: Readonly<Record<string, unknown>>, options: CallOptions) => object | Promise<object>

/** A space in which operations do what a test says. */
export function fakeSpace(fakes: Readonly<Record<string, Fake>>): Pick<Space, 'call'> {
  const call = async (name: string, input: unknown, options: CallOptions = {}): Promise<object> => {
    const fake = fakes[name]
    if (fake === undefined) throw new Error(`${name} was not expected`)
    return { findings: [], ...(await fake(input as Readonly<Record<string, unknown>>, options)) }
  }
  return { call: call as unknown as Space['call'] }
}

/** A tool of a fake space. */
export function fakeTool(tool: string, more: Partial<Tool['entry']> & Pick<Tool, 'inputs'> = {}): Tool {
  const { inputs, ...entry } = more
  const schemas = {
    input: z.strictObject({ task: z.string(), runner: z.string().optional() }),
    output: z.looseObject({}),
  }
  return {
    operation: tool as OperationName,
    inputs,
    entry: {
      command: tool,
      tool,
      title: tool,
      description: `Does ${tool}.`,
      right: 'find',
      isReadOnly: true,
      load: async () => await Promise.resolve(schemas),
      ...entry,
    },
  }
}

/** What a door offers of a fake space. */
export function fakeOffer(options: Partial<OfferOptions> & Pick<OfferOptions, 'space' | 'tools'>): Offer {
  return offerOf({
    turn: async (work) => await work(),
    openWorldTurn: async (work) => await work(),
    onBug: (error) => {
      throw error
    },
    signal: new AbortController().signal,
    ...options,
  })
}

/** A file of this machine that is of no concern to a client. */
export class SecretError extends CodedError {
  constructor() {
    super('FAKE_SECRET', '/home/ada/keys can not be read.', { hint: 'Look there.' })
  }
}
