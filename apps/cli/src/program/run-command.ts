import { CodedError } from '@datacortex/errors'
import { jsonText } from '@datacortex/wording'
import type { CommandResult, Context } from '../context.ts'
import { cliError } from '../errors.ts'
import { createProgressLine } from '../output/progress-line.ts'
import { terminalText } from '../output/terminal-text.ts'
import { type ProgramOf, handsOver, spaceNamer } from './name-space.ts'

export type ProgramOptions = {
  readonly signal: AbortSignal
  readonly setExitCode: (code: number) => void
  /** Takes the result of a command instead of stdout. */
  readonly onResult?: ((result: CommandResult) => void) | undefined
}

type Answer = CommandResult | AsyncIterable<unknown>

/** Runs one command: context in, result out, printed. Its code is loaded for it. */
export type Run = ReturnType<typeof runner>

export function runner(programOf: ProgramOf, { signal, setExitCode, onResult }: ProgramOptions) {
  return async <Code>(
    options: { readonly root?: string | undefined; readonly json?: true | undefined },
    code: Promise<Code>,
    command: (code: Code, context: Context) => Answer | Promise<Answer>,
  ): Promise<void> => {
    const { onProgress, clear } = createProgressLine(process.stderr)
    const json = options.json ?? false
    try {
      await using opened = new AsyncDisposableStack()
      const context: Context = { root: options.root, json, signal, onProgress, clearProgress: clear, opened }
      const loaded = await code
      const answer = async () => await command(loaded, context)
      const result = await answer().catch(async (error: unknown) => {
        if (!CodedError.is(error, 'SPACE_RESTRICTED') || json || !process.stdin.isTTY) throw error
        const { isAllowedNow } = await import('../commands/trust.ts')
        if (!(await isAllowedNow(context, error))) throw error
        return await answer()
      })
      clear()
      if (Symbol.asyncIterator in result) {
        for await (const answer of result) if (!(await isRead(`${jsonText(answer)}\n`))) return
        return
      }
      if (onResult !== undefined) return onResult(result)
      await isRead(
        json ? `${jsonText(result.data)}\n` : shown(result, await spaceNamer(programOf, result.root ?? options.root)),
      )
      setExitCode(result.exitCode ?? 0)
    } finally {
      clear()
    }
  }
}

/** Everything that any command prints passes here: what a note or an entry says must not steer the terminal. */
function shown({ lines, isExact = false }: CommandResult, named: (hint: string) => string): string {
  const text = lines.map((line) => `${!isExact && handsOver.test(line) ? named(line) : line}\n`).join('')
  return isExact && !process.stdout.isTTY ? text : terminalText(text)
}

/** Writes to stdout; false if its reader closed early, which is no error. */
async function isRead(text: string): Promise<boolean> {
  const error = await new Promise<Error | null | undefined>((resolve) => {
    process.stdout.write(text, resolve)
  })
  if (error === null || error === undefined) return true
  if ('code' in error && error.code === 'EPIPE') return false
  throw await unwritable(error)
}

/** The platform is loaded by the commands that need it: to start with it would cost each of them 20 ms. */
async function unwritable(cause: Error): Promise<Error> {
  const { systemErrorReason } = await import('@datacortex/platform')
  return cliError('CLI_OUTPUT_UNWRITABLE', { reason: systemErrorReason(cause) }, { cause })
}
