import { stat } from 'node:fs/promises'
import type { CodedError } from '@datacortex/errors'
import { type SpacePaths, withLock, ifRefused } from '@datacortex/platform'
import { memoryError } from '../errors.ts'
import { noteIndexPlace } from './open-chunks.ts'

export type WatchLock = {
  /** Whether it still excludes others: neither the space nor the lock file was removed or replaced. */
  isValid(): Promise<boolean>
  release(): Promise<void>
}

/** Takes the right to watch a space. Throws `MEMORY_SPACE_WATCHED` if another process has it, or this one already. */
export async function takeWatchLock(paths: SpacePaths): Promise<WatchLock> {
  const { watchLock } = noteIndexPlace(paths)
  const taken = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const hold = async (): Promise<void> => {
    taken.resolve()
    await released.promise
  }
  // Not 0: anyone who makes the lock file has it only at the second try.
  const busy = (cause: CodedError): CodedError => {
    const { owner } = cause.details
    const facts = { root: paths.root, owner: typeof owner === 'string' ? owner : undefined }
    return memoryError('MEMORY_SPACE_WATCHED', facts, { cause })
  }
  const held = withLock(watchLock, hold, { timeoutMs: 300, busy })
  await Promise.race([taken.promise, held])
  const identity = async (): Promise<string> => `${await inodeOf(paths.root)} ${await inodeOf(watchLock)}`
  const first = await identity()
  return {
    isValid: async () => (await identity()) === first,
    release: async () => {
      released.resolve()
      await held
    },
  }
}

async function inodeOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(ifRefused(undefined))
  return String(found?.ino ?? 'absent')
}
