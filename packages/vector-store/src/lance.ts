import { createRequire } from 'node:module'

/** LanceDB and the copy of Arrow it uses itself. */
export type Lance = {
  readonly lancedb: typeof import('@lancedb/lancedb')
  readonly arrow: typeof import('apache-arrow')
}

/**
 * Loads LanceDB, a native library of 200 MB, at the first use and not before.
 *
 * Arrow comes through `require`, because LanceDB does the same: an `import` would load its ESM twin as a second copy.
 */
export function loadLance(): Lance {
  // Its warnings (small partitions, old formats) would appear on the user's stderr; failures are thrown anyway.
  process.env['LANCEDB_LOG'] ??= 'error'
  const require = createRequire(import.meta.url)
  const lancedb: Lance['lancedb'] = require('@lancedb/lancedb')
  const arrow: Lance['arrow'] = require('apache-arrow')
  return { lancedb, arrow }
}
