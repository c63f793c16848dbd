import { setTimeout as sleep } from 'node:timers/promises'
import type { Embedder } from '@datacortex/embeddings'
import { CodedError } from '@datacortex/errors'
import { openSpace } from '@datacortex/platform'
import type { Context } from '../context.ts'
import type { openModel } from '../open/model.ts'
import { openNoteHost } from '../open/note-host.ts'

/** What keeps an index in step. */
export type KeepInStepOptions = {
  /** Until it is aborted. */
  readonly context: Context
  readonly openModel: typeof openModel
  /** Told each error once; keeping in step goes on. */
  readonly onError: (error: unknown) => void
  /** Pause before it is tried again, in milliseconds. */
  readonly retryMs: number
}

/**
 * Keeps the index of a space in step with its files until the signal of the context: by itself, or in place of another
 * process that did so, as soon as that one ends. A space that moves away is missed until it is back.
 *
 * @param root - Of the space.
 * @param options - Context, model, whom to tell.
 */
export async function keepInStep(
  root: string,
  { context, onError, retryMs, ...options }: KeepInStepOptions,
): Promise<void> {
  const { signal } = context
  const open = asNeeded(options.openModel)
  let told = ''
  const tell = (error: unknown): void => {
    const now = error instanceof Error ? error.message : String(error)
    if (now !== told) onError(error)
    told = now
  }
  const watch = async (): Promise<void> => {
    // Who takes the lock would make the folders of a space that is gone.
    const paths = await openSpace(root)
    const { watchNotes } = await import('@datacortex/memory')
    await using host = await openNoteHost(paths, { ...context, openModel: open })
    await using watcher = await watchNotes(paths, { ...host, signal, onError: tell })
    await watcher.ended
  }
  while (!signal.aborted) {
    await watch().catch((error: unknown) => {
      if (!signal.aborted && !CodedError.is(error, 'MEMORY_SPACE_WATCHED')) tell(error)
    })
    await sleep(retryMs, undefined, { signal }).catch(() => undefined)
  }
}

/** A model that is held only while it embeds, so that others decide how long it is kept. */
function asNeeded(open: typeof openModel): typeof openModel {
  return async (settings, onProgress) => {
    const held = async (): Promise<Embedder> => await open(settings, onProgress)
    await using one = await held()
    return {
      modelId: one.modelId,
      dimensions: one.dimensions,
      embed: async (texts, options) => {
        await using model = await held()
        return await model.embed(texts, options)
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }
  }
}
