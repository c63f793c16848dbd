import { createRequire } from 'node:module'

/** LanceDB and the copy of Arrow it uses itself. */
export type Lance = {
  readonly lancedb: typeof import('@lancedb/lancedb')
  readonly arrow: typeof import('apache-arrow')
}

/**
 * The packages as they are installed. The command, whose bundle has both in one file, puts its own in place of this.
 *
 * Arrow comes through `require`, because LanceDB does the same: an `import` would load its ESM twin as a second copy.
 */
export function requireLance(): Lance {
  const require = createRequire(import.meta.url)
  const lancedb: Lance['lancedb'] = require('@lancedb/lancedb')
  const arrow: Lance['arrow'] = require('apache-arrow')
  return { lancedb, arrow }
}
