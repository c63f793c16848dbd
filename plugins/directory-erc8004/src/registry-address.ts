import { redact } from '@datacortex/errors'
import { webUrl } from '@datacortex/plugin'
import type { Network } from '@datacortex/protocols'
import { z } from 'zod'

type Account = Network['identity']

/** An RPC, and the registries that are read by it where they are not those that are known of its chain. */
export type RegistryAddress = {
  /** As it stands in the settings, without keys in it: cursors and failures, which are kept, name it so. */
  readonly text: string
  readonly rpc: string
  readonly identity?: Account | undefined
  readonly reputation?: Account | undefined
  readonly fromBlock: bigint
}

const account = /^0x[0-9a-f]{40}$/i

/** Reads `https://rpc.example/#identity=0x…&reputation=0x…&from_block=7`; undefined if it is none. */
export function registryAddress(text: string): RegistryAddress | undefined {
  const rpc = webUrl(text.replace(/#.*$/, ''))
  const named = new URLSearchParams(text.includes('#') ? text.slice(text.indexOf('#') + 1) : '')
  const accountOf = (name: string): Account | undefined => {
    const found = named.get(name)
    return found !== null && account.test(found) ? (found as Account) : undefined
  }
  const isKnown = [...named].every(([name, value]) =>
    name === 'from_block' ? /^\d{1,15}$/.test(value) : ['identity', 'reputation'].includes(name) && account.test(value),
  )
  if (rpc === undefined || !isKnown) return undefined
  const fromBlock = BigInt(named.get('from_block') ?? 0)
  return { text: redact(text), rpc, identity: accountOf('identity'), reputation: accountOf('reputation'), fromBlock }
}

export const RegistryText: z.ZodType<string> = z
  .string()
  .refine(
    (text) => registryAddress(text) !== undefined,
    'must be the http or https address of an RPC, with #identity=0x…&reputation=0x…&from_block=N behind it if need be',
  )
