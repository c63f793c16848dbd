import { saysHowToGoOn, spaceError } from '../errors.ts'

/** What somebody who pressed Ctrl-C wants to know. */
export type Interruption = {
  /** What is done by now, and what is not, as a clause. */
  readonly done: string
  /** The command that goes on, or takes back. */
  readonly hint: string
}

type Telling = {
  readonly signal: AbortSignal
  readonly interruptionOf: () => Interruption | undefined | Promise<Interruption | undefined>
}

/** Does work that leaves something behind when it is interrupted, and then tells what. */
export async function tellInterrupted<T>(work: () => Promise<T>, { signal, interruptionOf }: Telling): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // What is reported further inside knows more.
    if (!signal.aborted || saysHowToGoOn(error)) throw error
    const interruption = await interruptionOf()
    if (interruption === undefined) throw error
    throw spaceError('CLI_INTERRUPTED', { ...interruption }, { cause: error })
  }
}
