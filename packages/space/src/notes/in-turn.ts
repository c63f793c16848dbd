import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { type SpacePaths, withLock } from '@datacortex/platform'

export async function inTurn<Result>(
  { stateDirectory }: SpacePaths,
  change: () => Promise<Result>,
  { signal }: { readonly signal: AbortSignal },
): Promise<Result> {
  return await withLock(join(stateDirectory, 'note-append.lock'), async () => await again(change), { signal })
}

const mostTries = 5

async function again<Result>(change: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await change()
    } catch (error) {
      if (tries === mostTries || !CodedError.is(error, 'WRITES_CONFLICT')) throw error
    }
  }
}
