import { expect, onTestFinished, test, vi } from 'vitest'
import { reportError } from './report-error.ts'

/** As Node throws it for `import()`. */
function reported(url: URL): readonly unknown[] {
  const thrown = Object.assign(new Error(`Cannot find module '${url.pathname}'`), {
    code: 'ERR_MODULE_NOT_FOUND',
    url: url.href,
  })
  let said = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => (said += String(text)) !== '')
  onTestFinished(() => write.mockRestore())
  const status = reportError(thrown, { json: true })
  write.mockRestore()
  const { error }: { error: { code: string } } = JSON.parse(said)
  return [status, error.code]
}

test('a part of the program that went while it ran is no bug; whatever else is missing is', () => {
  expect(reported(new URL('../../bundle/part-of-before.js', import.meta.url))).toEqual([1, 'CLI_PROGRAM_REPLACED'])
  expect(reported(new URL('../../elsewhere/part.js', import.meta.url))).toEqual([70, 'INTERNAL'])
})
