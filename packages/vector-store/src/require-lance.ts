import { createRequire } from 'node:module'

/** LanceDB and the copy of Arrow it uses itself. */
export type Lance = {
  readonly lancedb: typeof import('@lancedb/lancedb')
  readonly arrow: typeof import('apache-arrow')
}

/** The installed packages; the bundle of the command replaces this. Both by `require`: LanceDB needs the same Arrow. */
export function requireLance(): Lance {
  const require = createRequire(import.meta.url)
  const lancedb: Lance['lancedb'] = require('@lancedb/lancedb')
  const arrow: Lance['arrow'] = require('apache-arrow')
  return { lancedb, arrow }
}
