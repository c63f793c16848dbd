import type { SpacePaths } from '@datacortex/platform'
import { type Evidence, type Snapshot, verifyEvidence } from '../claims/evidence.ts'
import type { ResearchResult } from '../pipeline/research-result.ts'
import type { Synthesis } from '../synthesis/types.ts'
import { runFiles, RunJournal, RunObjects } from './run-files.ts'
import type { Phase, RunEvent } from './run-record.ts'

/** The step that is the run: once it is done, its result is given again and nothing else happens. */
export const wholeRun = { phase: 'store', key: 'result' } as const

/** What a run has found so far, as it was kept. */
export type StoredRun = {
  readonly events: readonly RunEvent[]
  /** As a writer worded it, if one did. */
  readonly synthesis: Synthesis | undefined
  readonly result: ResearchResult | undefined
  /** The text that a quotation was taken from; undefined if it is not kept, or damaged. */
  readonly textOf: (evidence: Evidence) => Promise<Snapshot | undefined>
  /** Whether a quotation stands word for word in the text that was kept. */
  readonly isProven: (evidence: Evidence) => Promise<boolean>
}

/** Reads what a run kept. Throws `PLATFORM_FILE_UNREADABLE`. */
export async function storedRun(paths: SpacePaths, id: string): Promise<StoredRun> {
  const files = runFiles(paths, id)
  const events = await new RunJournal(files.journal).read()
  const objects = new RunObjects(files.objects)
  const output = async ({ phase, key }: { phase: Phase; key: string }): Promise<unknown> => {
    const done = events.findLast((event) => event.type === 'done' && event.phase === phase && event.key === key)
    const text = done?.type === 'done' ? await objects.get(done.output) : undefined
    return text === undefined ? undefined : JSON.parse(text)
  }
  const words = (await output({ phase: 'synthesise', key: 'words' })) as { readonly synthesis: Synthesis } | undefined
  const synthesis =
    words?.synthesis ?? ((await output({ phase: 'synthesise', key: 'findings' })) as Synthesis | undefined)
  const notes = new Map(synthesis?.noteSnapshots.map((snapshot) => [snapshot.sha256, snapshot]))
  // Texts are kept by their hashes, so what is found under a hash is what was read.
  const textOf: StoredRun['textOf'] = async ({ snapshotSha256: sha256, sourceId }) => {
    const text = await objects.get(sha256)
    if (text === undefined) return notes.get(sha256)
    return { sha256, text, fetchedAt: '', contentType: '', sourceId }
  }
  return {
    events,
    synthesis,
    result: (await output(wholeRun)) as ResearchResult | undefined,
    textOf,
    isProven: async (evidence) => verifyEvidence(evidence, await textOf(evidence)) === undefined,
  }
}
