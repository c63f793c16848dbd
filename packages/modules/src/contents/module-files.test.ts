import { expect, test } from 'vitest'
import { checkModuleFiles, defaultModuleLimits } from './module-files.ts'

const check = (...paths: readonly string[]): void =>
  checkModuleFiles(new Map(paths.map((path) => [path, new Uint8Array()])), {
    origin: 'm.tgz',
    limits: defaultModuleLimits,
  })

test.each([
  [['agents/./writer.md'], 'not in its shortest form'],
  [['agents/writer.md/'], 'not in its shortest form'],
  [['agents', 'agents/writer.md'], 'agents is a file, and agents/writer.md needs a folder of that name'],
  [['Agents', 'agents/more/writer.md'], 'Agents is a file, and agents/more/writer.md needs a folder of that name'],
  [['a.md', 'A.md'], 'a.md and A.md are one file on some systems'],
  [['\uff41.md', 'a.md'], 'are one file on some systems'],
  [['a\u200b.md', 'a.md'], 'are one file on some systems'],
])('refuses %j, which not every disk can hold', (paths, problem) => {
  expect(() => check(...paths)).toThrowError(
    expect.objectContaining({ code: 'MODULE_CONTENT_REFUSED', message: expect.stringContaining(problem) }),
  )
})

test('takes what lies beside each other', () => {
  expect(() => check('module.yaml', 'agents/a.md', 'agents/b.md', 'agents.md', 'docs/agents')).not.toThrow()
})
