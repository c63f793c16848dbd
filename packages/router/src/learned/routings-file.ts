import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'

export function routingsFile(paths: SpacePaths): string {
  return join(paths.stateDirectory, 'routings.jsonl')
}
