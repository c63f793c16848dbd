import { join } from 'node:path'
import envPaths from 'env-paths'

/** Where Node keeps compiled code between runs: in the user's own folder, as all users share that of temporary files. */
export function compiledFolder(): string {
  return join(process.env['DATACORTEX_CACHE_DIR'] || envPaths('datacortex', { suffix: '' }).cache, 'compiled')
}
