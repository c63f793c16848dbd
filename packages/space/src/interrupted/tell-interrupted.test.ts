import { expect, test } from 'vitest'
import { tellInterrupted } from './tell-interrupted.ts'

const interruptionOf = () => ({ done: '3 files written', hint: 'datacortex undo ingest-1' })
function failing(error: Error): () => Promise<never> {
  return async () => await new Promise((_, reject) => reject(error))
}

test('after an interruption what is done is told, and how to go on', async () => {
  const signal = AbortSignal.abort()
  await expect(tellInterrupted(failing(signal.reason), { signal, interruptionOf })).rejects.toMatchObject({
    code: 'CLI_INTERRUPTED',
    message: 'Interrupted: 3 files written.',
    details: { done: '3 files written' },
    hint: 'datacortex undo ingest-1',
    cause: signal.reason,
  })
})

test('what is told further inside stays, and so does an error without interruption', async () => {
  const signal = AbortSignal.abort()
  const inner = async (): Promise<never> => await tellInterrupted(failing(signal.reason), { signal, interruptionOf })
  const outer = tellInterrupted(inner, { signal, interruptionOf: () => ({ done: 'less', hint: 'less' }) })
  await expect(outer).rejects.toMatchObject({ details: { done: '3 files written' } })
  const wrong = new Error('wrong')
  const running = new AbortController().signal
  await expect(tellInterrupted(failing(wrong), { signal: running, interruptionOf })).rejects.toBe(wrong)
})

test('where nothing is done yet, nothing is told', async () => {
  const signal = AbortSignal.abort()
  const nothing = tellInterrupted(failing(signal.reason), { signal, interruptionOf: () => undefined })
  await expect(nothing).rejects.toBe(signal.reason)
})
