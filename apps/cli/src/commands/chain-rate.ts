import { type ChainGiven, chainAsked, sendingAsked } from '../arguments/chain-arguments.ts'
import { secretsOf } from '../arguments/secrets-of.ts'
import { commandOf } from '../command-of.ts'
import { ratingLines, reputationLines } from '../output/chain-lines.ts'
import { chainExitCode } from './chain-exit-code.ts'

export const chainRate = commandOf(
  'chain.rate',
  (data) => ({ lines: ratingLines(data), exitCode: chainExitCode(data) }),
  { ask: sendingAsked<'chain.rate'>, secrets: secretsOf },
)

export const chainReputation = commandOf('chain.reputation', ({ results }) => reputationLines(results), {
  ask: ({ client: clients, ...given }: ChainGiven<'chain.reputation'> & { readonly client?: readonly string[] }) =>
    chainAsked<'chain.reputation'>({ ...given, clients }),
})
