import { callerOf } from '@datacortex/space'
import { type Context, spaceOf } from '../context.ts'
import { problemLine } from '../output/problem-line.ts'
import { terminalText } from '../output/terminal-text.ts'

export type McpOptions = {
  /** Leaves out the tools that write, and those that run agents. */
  readonly readOnly?: boolean | undefined
  /** Groups of tools, with commas between them; the usual ones if absent. */
  readonly tools?: string | undefined
  /** Whether the index follows what is written elsewhere, too. */
  readonly watch?: boolean | undefined
}

export async function* mcp(
  context: Context,
  { readOnly, tools, watch = false }: McpOptions,
  { version }: { readonly version: string },
): AsyncGenerator<never> {
  const { groupsOf, serveStdio } = await import('@datacortex/mcp')
  // Nobody is asked or shown progress: the client has stdin and stdout, and reads neither from stderr.
  const caller = callerOf(process.env)
  const space = await spaceOf(
    { ...context, json: true, onProgress: () => {} },
    { caller: caller.kind === 'user' ? { ...caller, isAssistant: true } : caller },
  )
  const onError = (error: unknown): void => tell(problemLine(error))
  await serveStdio(space, {
    version,
    readOnly,
    groups: tools === undefined ? undefined : groupsOf(tools),
    watch: watch ? { onError } : undefined,
    onBug: (error) => tell(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    signal: context.signal,
  })
  yield* []
}

function tell(text: string): void {
  process.stderr.write(terminalText(`${text}\n`))
}
