import type { Slots } from '@datacortex/platform'
import { createSlots } from '@datacortex/platform'
import type { CommandResult } from '../context.ts'

/** Runs a command line of this program on the space that is served, without `--root` and `--json`. */
export type RunCommand = (argv: readonly string[], options: RunCommandOptions) => Promise<CommandResult>

/** How a command is run. */
export type RunCommandOptions = {
  readonly signal: AbortSignal
  /** Whether it may wait for others outside: it lets those pass that don't. */
  readonly isOpenWorld?: boolean | undefined
}

/** What commands are run by. */
export type RunCommandHost = {
  /** Absolute path of the space. */
  readonly root: string
  readonly run: (argv: readonly string[], options: { readonly signal: AbortSignal }) => Promise<CommandResult>
}

/**
 * Ties commands to one space, and lets only some of them work at once.
 *
 * @param host - The program, and the space.
 */
export function commandRunner({ root, run }: RunCommandHost): RunCommand {
  const slots: Slots = createSlots(mostAtOnce)
  return async (argv, { signal, isOpenWorld = false }) => {
    const at = argv.indexOf('--')
    const own = [`--root=${root}`, '--json']
    const args = at === -1 ? [...argv, ...own] : [...argv.slice(0, at), ...own, ...argv.slice(at)]
    const work = async (): Promise<CommandResult> => await run(args, { signal })
    return isOpenWorld ? await work() : await slots.run(work, { signal })
  }
}

/** Each command opens files and tables: a thousand calls at once would take gigabytes, and be answered no sooner. */
const mostAtOnce = 8
