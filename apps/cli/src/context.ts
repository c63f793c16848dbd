import type { openNoteIndex } from '@datacortex/memory'
import type { OnProgress, SpacePaths } from '@datacortex/platform'
import { findSpace, openSpace } from '@datacortex/platform'
import type { openModel } from './open/model.ts'

/** What every command gets beside its own arguments. */
export type Context = {
  /** From `--root`. */
  readonly root: string | undefined
  readonly json: boolean
  readonly signal: AbortSignal
  readonly onProgress: OnProgress
  /** Removes the line that progress is shown in, so that a question gets a line of its own. */
  readonly clearProgress?: (() => void) | undefined
  /** How the model is opened, where commands of one process share it; if absent, each command opens its own. */
  readonly openModel?: typeof openModel | undefined
  /** The same for the index of notes that is searched. */
  readonly openIndex?: typeof openNoteIndex | undefined
}

/** What a command gives back; the program prints it. */
export type CommandResult = {
  /** The JSON document. */
  readonly data: unknown
  /** The same for people. */
  readonly lines: readonly string[]
  /** Whether the lines are for other programs, which get them byte for byte; a terminal does not. */
  readonly isExact?: boolean | undefined
  /** 0 if absent. */
  readonly exitCode?: number | undefined
}

/**
 * The space a command works in: exactly `--root`, or the nearest one upward.
 *
 * @param context - Of the command.
 * @throws {@link SpaceNotFoundError} with the command that makes one.
 */
export async function spaceOf(context: Context): Promise<SpacePaths> {
  return context.root === undefined ? await findSpace(process.cwd()) : await openSpace(context.root)
}
