import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'

/** Where confirmed routings are. */
export function routingsFile(paths: SpacePaths): string {
  return join(paths.stateDirectory, 'routings.jsonl')
}
