import { expect, onTestFinished, test, vi } from 'vitest'
import { stderrLogger } from './stderr-logger.ts'

test('a level that does not exist is none that stops the command', async () => {
  vi.stubEnv('DATACORTEX_LOG', 'loud')
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(stderrLogger()).resolves.toBeDefined()
})
