import { CodedError, codedError } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { encodeFunctionData, formatEther } from 'viem'
import { identityRegistryAbi } from '../abi/identity-registry.generated.ts'
import { type SignerOptions, openSigner } from '../keys/open-signer.ts'
import { parseBaseUrl } from '../publish/base-url.ts'
import { publishedPaths } from '../publish/published-paths.ts'
import { checkIdentityRegistry, checkReputationRegistry } from './connect/check-registry.ts'
import { type Chain, type ChainOptions, connectChain } from './connect/connect-chain.ts'
import { chainError } from './errors.ts'
import { readUri } from './identities/read-uri.ts'
import { readCaps } from './send/fees.ts'
import { quoteCalls, refuseUnpayable } from './send/quote-calls.ts'
import { refuseAccount } from './send/session.ts'

export type CheckChainOptions = ChainOptions &
  SignerOptions & {
    /** The address under which agents will be published; not asked if absent. */
    readonly url?: string | undefined
  }

type Needed = 'rpc' | 'chain' | `${'identity' | 'reputation'} registry` | 'key' | 'account' | 'balance' | 'address'

/** One thing that a registration needs. */
export type ChainCheck = {
  readonly check: Needed
  /** Null: not asked, or another one is missing first. */
  readonly ok: boolean | null
  readonly detail: string
  readonly hint?: string | undefined
}

/** What is there for a registration, and what is missing. */
export type ChainReadiness = { readonly ready: boolean; readonly checks: readonly ChainCheck[] }

/**
 * Says what is missing for a registration on a chain; sends nothing and asks for no passphrase.
 * @example (await checkChain(paths, { network: 'sepolia', url: 'https://agents.example.org/' })).ready
 */
export async function checkChain(paths: SpacePaths, options: CheckChainOptions): Promise<ChainReadiness> {
  const checks: ChainCheck[] = []
  /** The answer, if what it needs is there and nothing is wrong with it. */
  const step = async <T>(check: Needed, asked: Promise<T> | undefined, say: (value: T) => string) => {
    const value = asked === undefined ? undefined : await asked.catch(codedError)
    if (CodedError.is(value)) checks.push({ check, ok: false, detail: value.message, hint: value.hint })
    else if (asked === undefined) checks.push({ check, ok: null, detail: 'what it needs is missing' })
    else checks.push({ check, ok: true, detail: say(value as T) })
    return CodedError.is(value) ? undefined : value
  }
  const connected = await connectChain(options).catch(codedError)
  const isOther = CodedError.is(connected, 'EXPORT_CHAIN_MISMATCH')
  const chain = CodedError.is(connected) ? undefined : connected
  const reached = CodedError.is(connected) ? Promise.reject(connected) : Promise.resolve(connected)
  // Both steps below may leave it to the other.
  reached.catch(() => {})
  await step('rpc', isOther ? Promise.resolve(undefined) : reached.then(() => undefined), () => 'it answers')
  const named = ({ name, chainId, isTestnet }: Chain): string =>
    `${name} (${chainId}), ${isTestnet ? 'a test network' : 'gas costs money'}`
  await step('chain', isOther ? reached : chain && reached, named)
  const fit = chain && checkIdentityRegistry(chain).then(() => chain)
  const usable = await step('identity registry', fit, ({ identity }) => identity)
  await step('reputation registry', chain && checkReputationRegistry(chain), (address) => address)
  const signer = await step('key', openSigner(paths, { ...options, rpc: chain?.rpc ?? '' }), ({ address }) => address)
  const both = usable !== undefined && signer !== undefined ? { chain: usable, signer } : undefined
  await step('account', both && refuseAccount(both.chain, both.signer.address), () => 'it has a key of its own')
  await step('balance', both && affordable({ ...both, options }), (text) => text)
  if (options.url === undefined) checks.push({ check: 'address', ok: null, detail: 'no --url: enough for --uri data' })
  else
    await step('address', publicAddress(options.url, { ...options, isLocal: chain?.isLocal ?? false }), (text) => text)
  return {
    ready: checks.every(({ ok, check }) => check === 'reputation registry' || (ok ?? check === 'address')),
    checks,
  }
}

type Payer = { readonly options: CheckChainOptions } & Pick<Parameters<typeof quoteCalls>[0], 'chain' | 'signer'>

/** Whether the account can pay a registration with an address of usual length, at the price of now. */
async function affordable({ chain, signer, options }: Payer): Promise<string> {
  const session = { chain, signer, caps: readCaps(chain, {}) }
  const uri = `${options.url ?? 'https://agents.example.org/'}${publishedPaths('name-of-an-agent').registration}`
  const data = encodeFunctionData({ abi: identityRegistryAbi, functionName: 'register', args: [uri] })
  const call = { op: 'register', agent: 'an agent', registry: chain.identity, uri, data } as const
  const quote = await quoteCalls(session, [call])
  for (const { error } of quote.refused) throw error
  refuseUnpayable(session, quote)
  return `${formatEther(quote.balanceWei)} ether; a registration costs at most ${formatEther(quote.costWei)}`
}

async function publicAddress(url: string, { isLocal, signal }: { isLocal: boolean; signal?: AbortSignal | undefined }) {
  const { href } = parseBaseUrl(url)
  const read = await readUri(href, { allowLoopback: isLocal, signal })
  if (read.ok || /^it answers with status \d/.test(read.reason)) return `${href} answers`
  throw chainError('EXPORT_ADDRESS_NOT_PUBLIC', { url: href, reason: read.reason })
}
