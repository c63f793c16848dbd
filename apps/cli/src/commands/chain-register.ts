import type { RegisterArguments } from '../arguments/chain-arguments.ts'
import { registerOptions } from '../arguments/chain-arguments.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { chainReportLines } from '../output/chain-lines.ts'
import { chainExitCode } from './chain-exit-code.ts'

/**
 * `datacortex chain register ID...` and `chain update ID...`: plan, and with `--confirm` do.
 *
 * @param context - Of the command.
 * @param options - Arguments, and which of the two.
 * @returns Exit status 1 if something failed or is still pending.
 */
export async function chainRegister(
  context: Context,
  { command, ...given }: RegisterArguments & { readonly command: 'register' | 'update' },
): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { registerAgents, updateAgents } = await import('@datacortex/export')
  const act = command === 'register' ? registerAgents : updateAgents
  const report = await act(paths, registerOptions(context, given))
  return { data: report, lines: chainReportLines(report, command), exitCode: chainExitCode(report) }
}
