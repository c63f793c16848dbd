import { fileURLToPath } from 'node:url'
import { spaceError } from '@datacortex/space/errors'
import { expect, onTestFinished, test, vi } from 'vitest'
import { reportError } from './report-error.ts'

/** As Node throws it for `import()`, of a file or of a package. */
function reported(message: string, url?: URL): readonly unknown[] {
  return statusOf(Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND', ...(url && { url: url.href }) }))
}

function statusOf(thrown: Error): readonly unknown[] {
  let said = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => (said += String(text)) !== '')
  onTestFinished(() => write.mockRestore())
  const status = reportError(thrown, { json: true })
  write.mockRestore()
  const { error }: { error: { code: string } } = JSON.parse(said)
  return [status, error.code]
}

test('what nobody understands is wrong usage', () => {
  const thrown = spaceError('SPACE_INPUT_INVALID', { name: 'recall', command: 'recall', issues: [] })
  expect(statusOf(thrown)).toEqual([2, 'SPACE_INPUT_INVALID'])
})

test('a part of the program that went while it ran is no bug; whatever else is missing is', () => {
  const part = new URL('../../bundle/part-of-before.js', import.meta.url)
  expect(reported('Cannot find module', part)).toEqual([1, 'CLI_PROGRAM_REPLACED'])
  expect(reported('Cannot find module', new URL('../../../elsewhere.js', import.meta.url))).toEqual([70, 'INTERNAL'])
  const message = "Cannot find package 'zod' imported from"
  expect(reported(`${message} ${fileURLToPath(part)}`)).toEqual([1, 'CLI_PART_MISSING'])
  expect(reported(`${message} ${import.meta.dirname}/../../../elsewhere.js`)).toEqual([70, 'INTERNAL'])
})
