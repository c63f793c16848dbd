import { vectorStoreError } from './errors.ts'
import { type Lance, requireLance } from './require-lance.ts'

// In a file of its own, so that the types of the package, which are published, name none of LanceDB's.

/** Loads LanceDB, a native library of 200 MB, at the first use and not before. */
export function loadLance(): Lance {
  // Its warnings (small partitions, old formats) would appear on the user's stderr; failures are thrown anyway.
  process.env['LANCEDB_LOG'] ??= 'error'
  try {
    return requireLance()
  } catch (cause) {
    // One that the system can't load is as good as none.
    if (!(cause instanceof Error && cause.message.includes('native binding'))) throw cause
    throw vectorStoreError('VECTOR_STORE_NO_BINARY', { system: `${process.platform}-${process.arch}` }, { cause })
  }
}
