import { resolve } from 'node:path'
import { type ChainGiven, sendingAsked } from '../arguments/chain-arguments.ts'
import { secretsOf } from '../arguments/secrets-of.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { chainReportLines } from '../output/chain-lines.ts'
import { chainExitCode } from './chain-exit-code.ts'

export type RegisterArguments = ChainGiven<'chain.register'> & { readonly command: 'register' | 'update' }

export async function chainRegister(
  context: Context,
  { command, ...given }: RegisterArguments,
): Promise<CommandResult> {
  const space = await spaceOf(context, { secrets: secretsOf(given) })
  const out = given.out === undefined ? undefined : resolve(given.out)
  const data = await space.chain[command](sendingAsked<'chain.register'>({ ...given, out }))
  return { data, lines: chainReportLines(data, command), exitCode: chainExitCode(data) }
}
