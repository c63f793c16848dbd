import { expect, onTestFinished, test } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { displayWidth } from '@datacortex/wording'
import { moduleList } from './modules.ts'

test('in a narrow terminal every module is one line, with its name, its version and what it brings', async () => {
  const { context } = await commandSpace()
  const { isTTY, columns } = process.stdout
  onTestFinished(() => void Object.assign(process.stdout, { isTTY, columns }))
  Object.assign(process.stdout, { isTTY: true, columns: 60 })
  const { lines } = await moduleList(context)
  expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(60)
  expect(lines).toContainEqual(expect.stringMatching(/^source-arxiv +\d+\.\d+\.\d+ +0 agents +1 source$/))
  Object.assign(process.stdout, { isTTY: false })
  expect((await moduleList(context)).lines).toContainEqual(expect.stringMatching(/^source-arxiv .* bundled /))
})
