import type { ScannedNote } from '@datacortex/notes'
import { fileBatches } from './file-batches.ts'
import { fileStamp, isUnsettled } from './file-stamp.ts'
import type { GraphKeeper } from './graph-keeper.ts'
import { hasContent } from './has-content.ts'

/** Looks again at files written just before they were read: else each search would read them to compare. */
export async function settleStamps(
  files: readonly ScannedNote[],
  { keeper, signal }: { readonly keeper: GraphKeeper; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const settle = async (file: ScannedNote): Promise<void> => {
    const known = keeper.notes.get(file.path)
    if (known === undefined || !isUnsettled(known.file)) return
    const stamp = fileStamp(file, { sha256: known.file.sha256, startedAt: Date.now() })
    if (!isUnsettled(stamp) && (await hasContent(file, known.file))) keeper.touch(file.path, { ...known, file: stamp })
  }
  for (const batch of fileBatches(files)) {
    signal?.throwIfAborted()
    await Promise.all(batch.map(settle))
  }
  await keeper.save()
}
