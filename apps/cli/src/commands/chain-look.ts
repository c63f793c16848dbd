import { spaceless, startLocalChain } from '@datacortex/space'
import { columns } from '@datacortex/wording'
import { chainAsked } from '../arguments/chain-arguments.ts'
import { secretsOf } from '../arguments/secrets-of.ts'
import { commandOf } from '../command-of.ts'
import type { CommandResult, Context } from '../context.ts'
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

export const chainCheck = commandOf(
  'chain.check',
  ({ checks, ready }) => ({
    lines: [checkLines(checks), ready ? 'ready      a registration can be sent' : 'not ready  see above'],
    exitCode: ready ? 0 : 1,
  }),
  { ask: chainAsked<'chain.check'>, secrets: secretsOf },
)

export const chainStatus = commandOf(
  'chain.status',
  ({ findings, results }) => [publishFindingLines(findings), statusLines(results)],
  { ask: chainAsked<'chain.status'> },
)

export const chainVerify = commandOf(
  'chain.verify',
  ({ findings, results }) => ({
    lines: [publishFindingLines(findings), verificationLines(results)],
    exitCode: results.every(({ verified }) => verified) ? 0 : 1,
  }),
  { ask: chainAsked<'chain.verify'> },
)

export const chainRecover = commandOf(
  'chain.recover',
  ({ results, unmatched, findings, confirmed }) => [
    publishFindingLines(findings),
    columns(results.map(({ status, id, agent_id: agentId, tx }) => [status, id, `#${agentId}`, tx])),
    unmatched.map(({ agent_id: agentId, uri }) => `unknown    #${agentId}  ${outsideText(uri, 100)}`),
    results.length === 0 && 'no identities of these agents were found',
    !confirmed && 'plan only    nothing was written; --confirm writes what was found',
  ],
  { ask: chainAsked<'chain.recover'>, secrets: secretsOf },
)

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
