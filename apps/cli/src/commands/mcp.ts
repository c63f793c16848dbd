import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { openModel } from '../open/model.ts'

/** Arguments of `mcp`. */
export type McpOptions = {
  /** Leaves out the tools that write, and those that run agents. */
  readonly readOnly?: boolean | undefined
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
 * @param options - Whether it only looks.
 * @param host - The program.
 * @returns Nothing is printed: stdout belongs to the protocol.
 */
export async function* mcp(context: Context, { readOnly = false }: McpOptions, host: McpHost): AsyncGenerator<never> {
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
  await serveSpace({
    version: host.version,
    run: async (argv, { signal }) => await host.run(argv, { signal, openModel: models.open, openIndex: indexes.open }),
    tools: tools.filter(({ isReadOnly }) => isReadOnly || !readOnly),
    root,
    onBug: (error) =>
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`),
    signal: context.signal,
  })
  yield* []
}

/**
 * So long an unused model or index is kept: opening the model takes a tenth of a second, and it takes as much memory as
 * all else.
 */
const keptMs = 2 * 60_000
