import { type ChainGiven, chainAsked } from '../arguments/chain-arguments.ts'
import { secretsOf } from '../arguments/secrets-of.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { ratingLines, reputationLines } from '../output/chain-lines.ts'
import { chainExitCode } from './chain-exit-code.ts'

export async function chainRate(context: Context, given: ChainGiven<'chain.rate'>): Promise<CommandResult> {
  const space = await spaceOf(context, { secrets: secretsOf(given) })
  const data = await space.chain.rate(chainAsked(given, { sends: true }))
  return { data, lines: ratingLines(data), exitCode: chainExitCode(data) }
}

export type ReputationArguments = ChainGiven<'chain.reputation'> & { readonly client?: readonly string[] | undefined }

export async function chainReputation(
  context: Context,
  { client: clients, ...given }: ReputationArguments,
): Promise<CommandResult> {
  const space = await spaceOf(context)
  const data = await space.chain.reputation(chainAsked<'chain.reputation'>({ ...given, clients }))
  return { data, lines: reputationLines(data.results) }
}
