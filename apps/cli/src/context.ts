import { type OnProgress, shellWord, usedSpace } from '@datacortex/platform'
import { type OpenSpaceOptions, callerOf, openSpace } from '@datacortex/space'
import { bundledPlugins } from './bundled-plugins.ts'
import { displayPath } from './output/display-path.ts'
import { questions } from './output/questions.ts'
import { stderrLogger } from './output/stderr-logger.ts'
import { terminalText } from './output/terminal-text.ts'

/** What every command gets beside its own arguments. */
export type Context = {
  /** From `--root`. */
  readonly root: string | undefined
  readonly json: boolean
  readonly signal: AbortSignal
  readonly onProgress: OnProgress
  /** Removes the line that progress is shown in, so that a question gets a line of its own. */
  readonly clearProgress?: (() => void) | undefined
  /** What is closed when the command has ended, such as its space; the caller of a command disposes it. */
  readonly opened: AsyncDisposableStack
}

export type CommandResult = {
  /** The JSON document. */
  readonly data: unknown
  /** The same for people. */
  readonly lines: readonly string[]
  /** Whether the lines are for other programs, which get them byte for byte; a terminal does not. */
  readonly isExact?: boolean | undefined
  /** The space that its hints are about, where that is not the one of the command. */
  readonly root?: string | undefined
  /** 0 if absent. */
  readonly exitCode?: number | undefined
}

/** The space a command works in: exactly `--root`, or the one that is used here. It is closed with the command. */
export async function spaceOf(context: Context, more: Pick<OpenSpaceOptions, 'secrets' | 'caller'> = {}) {
  const root = context.root ?? (await usedHere(context))
  const space = context.opened.use(await openSpace(root, { ...spaceOptions(context), ...more }))
  if (space.paths.trust.state === 'restricted')
    tellNote(context, `this space is restricted, since you have not trusted it: datacortex trust show${named(context)}`)
  return space
}

/** What makes a command mean the space that was named, if one was. */
function named({ root }: Context): string {
  return root === undefined ? '' : ` --root ${shellWord(root)}`
}

/** That of a server: Ctrl-C lets it finish what runs, and what clients do and are answered stands in no log. */
export async function servedSpace(context: Context) {
  return await spaceOf({ ...context, signal: new AbortController().signal, onProgress: () => {} })
}

/** Anyone who is outside of a space is told which one is meant. */
async function usedHere(context: Context): Promise<string> {
  const { root, by } = await usedSpace(process.cwd())
  if (by !== undefined) {
    const line = `space      ${displayPath(root)}  (${by === 'default' ? 'your default' : by})`
    context.clearProgress?.()
    process.stderr.write(terminalText(`${line}\n`))
  }
  return root
}

/** How a command opens a space: who asks, how to stop, whom to tell and to ask. */
export function spaceOptions(context: Context): OpenSpaceOptions {
  return {
    caller: callerOf(process.env),
    signal: context.signal,
    bundledDirectory: bundledPlugins(),
    openLog: stderrLogger,
    onProgress: context.onProgress,
    onNote: (note) => tellNote(context, note),
    ask: questions(context),
  }
}

function tellNote({ clearProgress }: Context, note: string): void {
  clearProgress?.()
  process.stderr.write(terminalText(`note       ${note}\n`))
}
