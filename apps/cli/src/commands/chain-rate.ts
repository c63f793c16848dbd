import type { InputOf } from '@datacortex/space'
import { columns } from '@datacortex/wording'
import type { ChainArguments, FileArguments, SendArguments } from '../arguments/chain-arguments.ts'
import { chainInput, fileInput, sendInput } from '../arguments/chain-arguments.ts'
import { secretsOf } from '../arguments/secrets-of.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { ratingLines } from '../output/chain-lines.ts'
import { chainExitCode } from './chain-exit-code.ts'

export type RateArguments = ChainArguments & SendArguments & Pick<InputOf<'chain.rate'>, 'executions' | 'reputation'>

export async function chainRate(context: Context, given: RateArguments): Promise<CommandResult> {
  const space = await spaceOf(context, { secrets: secretsOf(given) })
  const { executions, reputation } = given
  const data = await space.chain.rate({ ...chainInput(given), ...sendInput(given), executions, reputation })
  return { data, lines: ratingLines(data), exitCode: chainExitCode(data) }
}

export type ReputationArguments = FileArguments &
  Pick<InputOf<'chain.reputation'>, 'ids' | 'reputation' | 'record'> & {
    readonly client?: readonly string[] | undefined
    readonly dryRun?: true | undefined
  }

export async function chainReputation(context: Context, given: ReputationArguments): Promise<CommandResult> {
  const space = await spaceOf(context)
  const { ids, reputation, client: clients, record, dryRun: dry_run } = given
  const data = await space.chain.reputation({ ...fileInput(given), ids, reputation, clients, record, dry_run })
  const rows = data.results.map(({ id, agent_id: agentId, count, average, trusted, recorded }) => [
    id,
    agentId === null ? 'no identity' : `#${agentId}`,
    `${count} ratings`,
    average === null ? '' : `average ${average}`,
    trusted ? 'of trusted accounts' : 'of anybody, which proves little',
    recorded ? 'recorded' : '',
  ])
  return { data, lines: columns(rows) }
}
