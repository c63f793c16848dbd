import type { ScannedNote } from '@datacortex/notes'

/** Waiting for one file after the other takes longer than parsing them. */
const filesAtOnce = 20
const bytesAtOnce = 10_000_000

/** Files that are read at the same time, few enough to be kept in memory. */
export function* fileBatches(files: readonly ScannedNote[]): Generator<readonly ScannedNote[]> {
  let batch: ScannedNote[] = []
  let bytes = 0
  for (const file of files) {
    if (batch.length === filesAtOnce || (batch.length > 0 && bytes + file.sizeBytes > bytesAtOnce)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(file)
    bytes += file.sizeBytes
  }
  if (batch.length > 0) yield batch
}
