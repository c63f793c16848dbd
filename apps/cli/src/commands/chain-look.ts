import { spaceless, startLocalChain } from '@datacortex/space'
import { columns } from '@datacortex/wording'
import { type ChainGiven, chainAsked } from '../arguments/chain-arguments.ts'
import { secretsOf } from '../arguments/secrets-of.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { checkLines, statusLines, verificationLines } from '../output/chain-lines.ts'
import { outsideText } from '../output/outside-text.ts'
import { publishFindingLines } from '../output/publish-lines.ts'

export async function chainNetworks({ signal }: Context): Promise<CommandResult> {
  const data = await spaceless({ signal }).chain.networks({})
  const rows = data.networks.map(({ name, chain_id: id, testnet, confirmed, identity }) => [
    name,
    String(id),
    testnet ? 'test' : 'real money',
    confirmed ? '' : 'not confirmed',
    identity,
  ])
  return { data, lines: columns(rows) }
}

export async function chainCheck(context: Context, given: ChainGiven<'chain.check'>): Promise<CommandResult> {
  const space = await spaceOf(context, { secrets: secretsOf(given) })
  const data = await space.chain.check(chainAsked(given))
  const end = data.ready ? 'ready      a registration can be sent' : 'not ready  see above'
  return { data, lines: [...checkLines(data.checks), end], exitCode: data.ready ? 0 : 1 }
}

/** `datacortex chain status ID...`: registry, journal and chain compared; nothing is sent. */
export async function chainStatus(context: Context, given: ChainGiven<'chain.status'>): Promise<CommandResult> {
  const space = await spaceOf(context)
  const data = await space.chain.status(chainAsked(given))
  return { data, lines: [...publishFindingLines(data.findings), ...statusLines(data.results)] }
}

export async function chainVerify(context: Context, given: ChainGiven<'chain.verify'>): Promise<CommandResult> {
  const space = await spaceOf(context)
  const data = await space.chain.verify(chainAsked(given))
  const isProven = data.results.every(({ verified }) => verified)
  const lines = [...publishFindingLines(data.findings), ...verificationLines(data.results)]
  return { data, lines, exitCode: isProven ? 0 : 1 }
}

export async function chainRecover(context: Context, given: ChainGiven<'chain.recover'>): Promise<CommandResult> {
  const space = await spaceOf(context, { secrets: secretsOf(given) })
  const data = await space.chain.recover(chainAsked(given))
  const { results, unmatched, findings } = data
  return {
    data,
    lines: [
      ...publishFindingLines(findings),
      ...columns(results.map(({ status, id, agent_id: agentId, tx }) => [status, id, `#${agentId}`, tx])),
      ...unmatched.map(({ agent_id: agentId, uri }) => `unknown    #${agentId}  ${outsideText(uri, 100)}`),
      ...(results.length === 0 ? ['no identities of these agents were found'] : []),
      ...(data.confirmed ? [] : ['plan only    nothing was written; --confirm writes what was found']),
    ],
  }
}

/** Where `--network local` looks for it. */
const localPort = 8545

export type DevArguments = { readonly port?: number | undefined; readonly chainId?: number | undefined }

/** `datacortex chain dev`: a local chain with the registries, until Ctrl-C. */
export async function* chainDev({ signal }: Context, { port = localPort, chainId }: DevArguments): AsyncGenerator {
  await using chain = await startLocalChain({ port: port === 0 ? undefined : port, chainId, signal })
  const { rpc, chain_id, identity, reputation, validation, accounts } = chain
  yield { rpc, chain_id, identity, reputation, validation, accounts }
  if (signal.aborted) return
  // Waits for Ctrl-C, and keeps the process alive meanwhile.
  const { promise, resolve: stop } = Promise.withResolvers<void>()
  const alive = setInterval(() => {}, 60_000)
  signal.addEventListener('abort', () => stop(), { once: true })
  await promise
  clearInterval(alive)
}
