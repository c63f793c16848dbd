import { resolve } from 'node:path'
import type { InputOf } from '@datacortex/space'
import { type FileArguments, type SendArguments, fileInput, sendInput } from '../arguments/chain-arguments.ts'
import { secretsOf } from '../arguments/secrets-of.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { chainReportLines } from '../output/chain-lines.ts'
import { chainExitCode } from './chain-exit-code.ts'

export type RegisterArguments = FileArguments &
  SendArguments &
  Pick<InputOf<'chain.register'>, 'ids' | 'out'> & {
    readonly command: 'register' | 'update'
    readonly acceptUnknown?: true | undefined
  }

export async function chainRegister(context: Context, given: RegisterArguments): Promise<CommandResult> {
  const space = await spaceOf(context, { secrets: secretsOf(given) })
  const { command, ids, acceptUnknown: accept_unknown } = given
  const out = given.out === undefined ? undefined : resolve(given.out)
  const data = await space.chain[command]({ ...fileInput(given), ...sendInput(given), ids, out, accept_unknown })
  return { data, lines: chainReportLines(data, command), exitCode: chainExitCode(data) }
}
