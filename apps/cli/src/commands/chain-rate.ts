import type { RateOptions } from '@datacortex/export'
import { bundledPlugins } from '../bundled-plugins.ts'
import type { ChainArguments, FileArguments, SendArguments } from '../arguments/chain-arguments.ts'
import { rpcOptions, statusOptions } from '../arguments/chain-arguments.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { UsageError } from '../errors.ts'
import { ratingLines } from '../output/chain-lines.ts'
import { columns } from '../output/format.ts'
import { passphraseOf } from '../arguments/secret-of.ts'
import { chainExitCode } from './chain-exit-code.ts'

/** Arguments of `chain rate`. */
export type RateArguments = ChainArguments &
  SendArguments & {
    /** Ids of executions; all that were evaluated if there is none. */
    readonly executions: readonly string[]
  }

/**
 * `datacortex chain rate [EXEC...]`: gives the evaluations of the execution log to the reputation registry, each once.
 *
 * @param context - Of the command.
 * @param given - Arguments.
 * @returns Exit status 1 if one failed or is still pending.
 * @throws {@link ExecutionUnknownError} {@link UsageError} if one that was named is unknown or was not evaluated.
 */
export async function chainRate(context: Context, given: RateArguments): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const [{ rateAgents }, { ExecutionUnknownError, readLog }] = await Promise.all([
    import('@datacortex/export'),
    import('@datacortex/execution'),
  ])
  const { signal, onProgress } = context
  const wanted = new Set(given.executions)
  const { executions, evaluations } = await readLog(paths, { signal })
  for (const id of wanted) {
    if (evaluations.some(({ execution_id: evaluated }) => evaluated === id)) continue
    if (!executions.some((one) => one.id === id)) throw new ExecutionUnknownError({ id })
    throw new UsageError({ message: `The execution ${id} was not evaluated.`, hint: '`datacortex evaluate --help`' })
  }
  const chosen = evaluations.filter(({ execution_id: id }) => wanted.size === 0 || wanted.has(id))
  const options: RateOptions = {
    ...given,
    ...rpcOptions(given),
    evaluations: chosen,
    passphrase: passphraseOf(given),
    confirm: given.confirm === true && given.dryRun !== true,
    bundledDirectory: bundledPlugins(),
    signal,
    onProgress,
  }
  const report = await rateAgents(paths, options)
  return {
    data: report,
    lines: ratingLines(report),
    exitCode: chainExitCode(report),
  }
}

/** Arguments of `chain reputation`. */
export type ReputationArguments = FileArguments & {
  readonly ids: readonly string[]
  /** Accounts that are trusted. */
  readonly client?: readonly string[] | undefined
  readonly record?: true | undefined
  readonly dryRun?: true | undefined
}

/**
 * `datacortex chain reputation ID...`: what the reputation registry says, of trusted accounts or of all.
 *
 * @param context - Of the command.
 * @param given - Arguments.
 */
export async function chainReputation(context: Context, given: ReputationArguments): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { readReputation } = await import('@datacortex/export')
  const report = await readReputation(paths, {
    ...statusOptions(context, given),
    clients: given.client,
    record: given.record === true && given.dryRun !== true,
  })
  const rows = report.results.map(({ id, agent_id: agentId, count, average, trusted, recorded }) => [
    id,
    agentId === null ? 'no identity' : `#${agentId}`,
    `${count} ratings`,
    average === null ? '' : `average ${average}`,
    trusted ? 'of trusted accounts' : 'of anybody, which proves little',
    recorded ? 'recorded' : '',
  ])
  return { data: report, lines: columns(rows) }
}
