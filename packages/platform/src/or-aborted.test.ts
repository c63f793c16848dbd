import { expect, test } from 'vitest'
import { orAborted } from './or-aborted.ts'

const never = Promise.withResolvers<string>().promise

test('what comes first counts', async () => {
  const controller = new AbortController()
  await expect(orAborted(Promise.resolve('done'), controller.signal)).resolves.toBe('done')
  await expect(orAborted(Promise.resolve('done'), undefined)).resolves.toBe('done')
  const waiting = orAborted(never, controller.signal)
  controller.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  await expect(orAborted(never, controller.signal)).rejects.toThrow('enough')
})
