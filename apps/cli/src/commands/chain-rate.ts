import type { InputOf } from '@datacortex/space'
import type { ChainArguments, FileArguments, SendArguments } from '../arguments/chain-arguments.ts'
import { chainInput, fileInput, sendInput } from '../arguments/chain-arguments.ts'
import { secretsOf } from '../arguments/secrets-of.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { ratingLines, reputationLines } from '../output/chain-lines.ts'
import { chainExitCode } from './chain-exit-code.ts'

export type RateArguments = ChainArguments & SendArguments & Pick<InputOf<'chain.rate'>, 'executions' | 'reputation'>

export async function chainRate(context: Context, given: RateArguments): Promise<CommandResult> {
  const space = await spaceOf(context, { secrets: secretsOf(given) })
  const { executions, reputation } = given
  const data = await space.chain.rate({ ...chainInput(given), ...sendInput(given), executions, reputation })
  return { data, lines: ratingLines(data), exitCode: chainExitCode(data) }
}

export type ReputationArguments = FileArguments &
  Pick<InputOf<'chain.reputation'>, 'ids' | 'reputation' | 'tag' | 'record'> & {
    readonly client?: readonly string[] | undefined
    readonly dryRun?: true | undefined
  }

export async function chainReputation(context: Context, given: ReputationArguments): Promise<CommandResult> {
  const space = await spaceOf(context)
  const { ids, reputation, client: clients, tag, record, dryRun: dry_run } = given
  const data = await space.chain.reputation({ ...fileInput(given), ids, reputation, clients, tag, record, dry_run })
  return { data, lines: reputationLines(data.results) }
}
