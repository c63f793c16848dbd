import { type Lance, requireLance } from './require-lance.ts'

/** Loads LanceDB, a native library of 200 MB, at the first use and not before. */
export function loadLance(): Lance {
  // Its warnings (small partitions, old formats) would appear on the user's stderr; failures are thrown anyway.
  process.env['LANCEDB_LOG'] ??= 'error'
  return requireLance()
}
