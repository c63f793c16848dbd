import { setTimeout as sleep } from 'node:timers/promises'
import type { Embedder } from '@datacortex/embeddings'
import { CodedError } from '@datacortex/errors'
import { type SpacePaths, openSpace, readSettings } from '@datacortex/platform'
import { openNoteSetup } from '../parts/note-setup.ts'
import type { OpenModel, Work } from '../work.ts'

/** Who is told while an index is kept in step. */
export type KeepInStepOptions = {
  readonly signal: AbortSignal
  /** Told each error once; keeping in step goes on. */
  readonly onError: (error: unknown) => void
  /** Pause before it is tried again, in milliseconds; five seconds if absent. */
  readonly retryMs?: number | undefined
}

/** Keeps the index of a space in step with its files. */
export async function keepInStep(work: Work, { onError, retryMs = 5000 }: KeepInStepOptions): Promise<void> {
  const { paths, signal } = work
  const openModel = asNeeded(work.openModel)
  let reported = ''
  const tell = (error: unknown): void => {
    const now = error instanceof Error ? error.message : String(error)
    if (now !== reported) onError(error)
    reported = now
  }
  const watch = async (): Promise<void> => {
    // Who takes the lock would make the folders of a space that is gone.
    await openSpace(paths.root)
    const { watchNotes } = await import('@datacortex/memory')
    await using setup = await openNoteSetup({ ...work, openModel })
    await using watcher = await watchNotes(paths, { ...setup, signal, onError: tell })
    const left = new AbortController()
    const until = AbortSignal.any([signal, left.signal])
    await Promise.race([watcher.ended, otherModel(paths, { until, everyMs: retryMs })]).finally(() => left.abort())
  }
  while (!signal.aborted) {
    await watch().catch((error: unknown) => {
      if (!signal.aborted && !CodedError.is(error, 'MEMORY_SPACE_WATCHED')) tell(error)
    })
    await sleep(retryMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Resolves when the settings, once they can be read, name another model: what it has not embedded is gone on with. */
async function otherModel(
  paths: SpacePaths,
  { until, everyMs }: { until: AbortSignal; everyMs: number },
): Promise<void> {
  const named = async (): Promise<string> => JSON.stringify((await readSettings(paths)).embeddings)
  const before = await named()
  while ((await named().catch(() => before)) === before) await sleep(everyMs, undefined, { signal: until })
}

/** A model that is held only while it embeds, so that others decide how long it is kept. */
function asNeeded(open: OpenModel): OpenModel {
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
