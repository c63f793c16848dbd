import { join } from 'node:path'
import { withLock } from '@datacortex/platform'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporarySpace } from '../__fixtures__/temporary-space.ts'
import { updateRegistry } from './update-registry.ts'

test('who waits for another that changes the registry waits for a minute', async () => {
  const paths = await temporarySpace()
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.stubEnv('DATACORTEX_PATIENCE', '')
  const { signal } = new AbortController()
  const asks = vi.spyOn(signal, 'throwIfAborted')
  const triesAgain = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let times = 0
    asks.mockImplementation(() => ((times += 1) === 3 ? resolve() : undefined))
    await promise
  }
  let isWaiting = true
  await withLock(join(paths.locksDirectory, 'registry'), async () => {
    const update = updateRegistry(paths, (editor) => editor.deleteAgent('a'), { signal }).catch((error: unknown) => {
      isWaiting = false
      return error
    })
    await triesAgain()
    vi.advanceTimersByTime(59_999)
    await triesAgain()
    expect(isWaiting).toBe(true)
    vi.advanceTimersByTime(1)
    expect(await update).toMatchObject({ code: 'PLATFORM_LOCK_TIMEOUT' })
  })
})
