import type { FileArguments, SendArguments } from '../arguments/chain-arguments.ts'
import { registerOptions, statusOptions } from '../arguments/chain-arguments.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { statusLines, verificationLines } from '../output/chain-lines.ts'
import { columns } from '../output/format.ts'
import { outsideText } from '../output/outside-text.ts'
import { publishFindingLines } from '../output/publish-lines.ts'

/** Arguments of `chain status` and `chain verify`. */
export type LookArguments = FileArguments & { readonly ids: readonly string[] }

/**
 * `datacortex chain networks`: the chains that have registries.
 */
export async function chainNetworks(): Promise<CommandResult> {
  const { listNetworks } = await import('@datacortex/export')
  const { networks } = listNetworks()
  const rows = networks.map(({ name, chain_id: id, testnet, confirmed, identity }) => [
    name,
    String(id),
    testnet ? 'test' : 'real money',
    confirmed ? '' : 'not confirmed',
    identity,
  ])
  return { data: { networks }, lines: columns(rows) }
}

/**
 * `datacortex chain status ID...`: registry, journal and chain compared; nothing is sent.
 *
 * @param context - Of the command.
 * @param given - Arguments.
 */
export async function chainStatus(context: Context, given: LookArguments): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { statusAgents } = await import('@datacortex/export')
  const report = await statusAgents(paths, statusOptions(context, given))
  return { data: report, lines: [...publishFindingLines(report.findings), ...statusLines(report.results)] }
}

/**
 * `datacortex chain verify ID...`: file, chain and domain proof compared, as a stranger would see them.
 *
 * @param context - Of the command.
 * @param given - Arguments.
 * @returns Exit status 1 if something is wrong.
 */
export async function chainVerify(context: Context, given: LookArguments): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { verifyAgents } = await import('@datacortex/export')
  const report = await verifyAgents(paths, statusOptions(context, given))
  const isProven = report.results.every(({ verified }) => verified)
  return {
    data: report,
    lines: [...publishFindingLines(report.findings), ...verificationLines(report.results)],
    exitCode: isProven ? 0 : 1,
  }
}

/** Arguments of `chain recover`. */
export type RecoverArguments = FileArguments &
  SendArguments & { readonly ids: readonly string[]; readonly owner?: string | undefined }

/**
 * `datacortex chain recover [ID...]`: finds identities of an account on the chain; with `--confirm` writes them down.
 *
 * @param context - Of the command.
 * @param given - Arguments.
 */
export async function chainRecover(context: Context, given: RecoverArguments): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { recoverAgents } = await import('@datacortex/export')
  const report = await recoverAgents(paths, { ...registerOptions(context, given), owner: given.owner })
  const { results, unmatched, findings } = report
  return {
    data: report,
    lines: [
      ...publishFindingLines(findings),
      ...columns(results.map(({ status, id, agent_id: agentId, tx }) => [status, id, `#${agentId}`, tx])),
      ...unmatched.map(({ agent_id: agentId, uri }) => `unknown    #${agentId}  ${outsideText(uri, 100)}`),
      ...(results.length === 0 ? ['no identities of these agents were found'] : []),
      ...(given.confirm === true ? [] : ['plan only    nothing was written; --confirm writes what was found']),
    ],
  }
}

/** Where `--network local` looks for it. */
const localPort = 8545

/** Arguments of `chain dev`. */
export type DevArguments = { readonly port?: number | undefined; readonly chainId?: number | undefined }

/**
 * `datacortex chain dev`: a local chain with the registries, until Ctrl-C.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @returns One document once it answers.
 */
export async function* chainDev({ signal }: Context, { port = localPort, chainId }: DevArguments): AsyncGenerator {
  const { startLocalChain } = await import('@datacortex/export')
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
