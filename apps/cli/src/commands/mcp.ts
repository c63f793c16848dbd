import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { openModel } from '../open/model.ts'
import { problemLine } from '../output/problem-line.ts'
import { terminalText } from '../output/terminal-text.ts'

/** Arguments of `mcp`. */
export type McpOptions = {
  /** Leaves out the tools that write, and those that run agents. */
  readonly readOnly?: boolean | undefined
  /** Whether the index follows what is written elsewhere, too. */
  readonly watch?: boolean | undefined
}

/** What the program lends: its commands, its name. */
export type McpHost = {
  readonly run: (
    argv: readonly string[],
    options: { readonly signal: AbortSignal } & Pick<Context, 'openModel' | 'openIndex'>,
  ) => Promise<CommandResult>
  readonly version: string
}

/**
 * `datacortex mcp`: the space as tools, prompts and resources for the program that started
 * this one, over stdin and stdout. It may do what its
 * user may; others get what `serve` offers.
 *
 * @param context - Of the command.
 * @param options - Whether it only looks, and whether it keeps the index in step.
 * @param host - The program.
 * @returns Nothing is printed: stdout belongs to the protocol.
 */
export async function* mcp(
  context: Context,
  { readOnly = false, watch = false }: McpOptions,
  host: McpHost,
): AsyncGenerator<never> {
  const { root } = await spaceOf(context)
  const [{ serveSpace }, { tools }, { sharedModels }, { sharedIndexes }] = await Promise.all([
    import('../mcp/serve-space.ts'),
    import('../mcp/tools.ts'),
    import('../mcp/shared-models.ts'),
    import('../mcp/shared-indexes.ts'),
  ])
  await using models = sharedModels({ open: openModel, idleMs: keptMs })
  await using indexes = sharedIndexes({
    open: async (paths, model) => await (await import('@datacortex/memory')).openNoteIndex(paths, model),
    versionOf: async (paths) => await (await import('@datacortex/memory')).spaceVersions(paths).index(),
    idleMs: keptMs,
  })
  const ended = new AbortController()
  const signal = AbortSignal.any([context.signal, ended.signal])
  const kept = watch
    ? (await import('../mcp/keep-in-step.ts')).keepInStep(root, {
        context: { ...context, signal, onProgress: () => undefined },
        openModel: models.open,
        onError: (error) => process.stderr.write(terminalText(`${problemLine(error)}\n`)),
        retryMs,
      })
    : undefined
  try {
    await serveSpace({
      version: host.version,
      run: async (argv, given) =>
        await host.run(argv, { signal: given.signal, openModel: models.open, openIndex: indexes.open }),
      tools: tools.filter(({ isReadOnly }) => isReadOnly || !readOnly),
      root,
      onBug: (error) =>
        process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`),
      signal: context.signal,
    })
  } finally {
    ended.abort()
    await kept
  }
  yield* []
}

/**
 * So long an unused model or index is kept: opening the model takes a tenth of a second, and it takes as much memory as
 * all else.
 */
const keptMs = 2 * 60_000

/** Another watcher may end at any time, and a space may come back. */
const retryMs = 5000
