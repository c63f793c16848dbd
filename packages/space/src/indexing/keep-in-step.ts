import { setTimeout as sleep } from 'node:timers/promises'
import type { Embedder } from '@datacortex/embeddings'
import { CodedError, codedError, findingOf } from '@datacortex/errors'
import { openSpace, readSettings } from '@datacortex/platform'
import { followRoots } from '../agents/follow-roots.ts'
import { openNoteSetup } from '../parts/note-setup.ts'
import { requireTrust } from '../trust/require-trust.ts'
import { waitingWants } from '../trust/space-wants.ts'
import type { OpenModel, Work } from '../work.ts'

/** What is another than it was: agents, or notes and memories. */
export type Change = 'agents' | 'notes'

/** Who is told while an index is kept in step. */
export type KeepInStepOptions = {
  readonly signal: AbortSignal
  /** Called with each error once; keeping in step goes on. */
  readonly onError: (error: unknown) => void
  /** Pause before it is tried again, in milliseconds; five seconds if absent. */
  readonly retryMs?: number | undefined
  /** Called with what is another than it was. */
  readonly onUpdate?: ((change: Change) => void) | undefined
}

/** Works in the space as its user trusts it now. */
export type WithinSpace = <Result>(run: (work: Work) => Promise<Result>) => Promise<Result>

/** Keeps index and agents of a space in step with their files; not the index while its user has to say first with which model. */
export async function keepInStep(
  within: WithinSpace,
  { signal, onError, retryMs = 5000, onUpdate = () => {} }: KeepInStepOptions,
): Promise<void> {
  const following = followAll(within, { signal, onError, retryMs, onUpdate })
  let reported = ''
  const tell = (error: unknown): void => {
    const now = error instanceof Error ? error.message : String(error)
    if (now !== reported) onError(error)
    reported = now
  }
  const watch = async (work: Work): Promise<void> => {
    const { paths } = work
    const place = await placeOf(work)
    await requireTrust(paths, { name: 'index', entry: { inRestricted: true, wants: ['embeddings'] }, isDry: false })
    // Who takes the lock would make the folders of a space that is gone.
    await openSpace(paths.root)
    const { watchNotes } = await import('@datacortex/memory')
    await using setup = await openNoteSetup({ ...work, openModel: asNeeded(work.openModel) })
    await using watcher = await watchNotes(paths, {
      ...setup,
      signal,
      onError: tell,
      onUpdate: () => onUpdate('notes'),
    })
    const left = new AbortController()
    const until = AbortSignal.any([signal, left.signal])
    // Settings that can't be read change nothing.
    const isThere = async (): Promise<boolean> => (await within(placeOf).catch(() => place)) === place
    const moved = async (): Promise<void> => {
      while (await isThere()) await sleep(retryMs, undefined, { signal: until })
    }
    await Promise.race([watcher.ended, moved()]).finally(() => left.abort())
  }
  while (!signal.aborted) {
    await within(watch).catch((error: unknown) => {
      if (!signal.aborted && !CodedError.is(error, 'MEMORY_SPACE_WATCHED')) tell(error)
    })
    await sleep(retryMs, undefined, { signal }).catch(() => undefined)
  }
  await following
}

/** Looks again and again: disks of other machines, and links, tell of no changes. */
async function followAll(
  within: WithinSpace,
  { signal, onError, retryMs, onUpdate }: Required<KeepInStepOptions> & { readonly onUpdate: (change: Change) => void },
): Promise<void> {
  let before = ''
  let agents: unknown
  while (!signal.aborted) {
    const follow = within(async (work) => {
      const { findings } = await followRoots(work, Number.MAX_SAFE_INTEGER)
      const { registry } = await work.catalogue()
      const now = JSON.stringify([...registry.agents.values()].map(({ id, entry }) => [id, entry.description]))
      if (agents !== undefined && now !== agents) onUpdate('agents')
      agents = now
      return findings
    })
    const findings = await follow.catch((error: unknown) => (signal.aborted ? [] : [findingOf(codedError(error), '')]))
    const now = JSON.stringify(findings)
    if (now !== before) for (const { message } of findings) onError(new Error(message))
    before = now
    await sleep(retryMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Where its index lies, by which model, and what waits for a yes to that. */
async function placeOf({ paths }: Work): Promise<string> {
  const waiting = await waitingWants(paths, ['embeddings'])
  return JSON.stringify([paths.cacheDirectory, (await readSettings(paths)).embeddings, waiting])
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
