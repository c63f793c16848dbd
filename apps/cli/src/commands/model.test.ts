import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { modelList, modelPull, modelUse } from './model.ts'

test('a list marks the model in use', async () => {
  const { context } = await commandSpace()
  const { lines } = await modelList(context)
  expect(lines[0]).toMatch(/^\* default +finds +\d+ MB +here +en +256 tokens +Apache-2\.0/)
  expect(lines).toContainEqual(
    expect.stringMatching(/^ {2}Xenova\/ms-marco\S+ +ranks notes anew +92 MB +not here +en /),
  )
})

test('without anybody to ask nothing is downloaded, and a dry run only says from where', async () => {
  const { context } = await commandSpace()
  const name = 'someone/absent'
  await expect(modelPull(context, { name })).rejects.toMatchObject({ code: 'CLI_ANSWER_NEEDED' })
  const { lines } = await modelPull(context, { name, dryRun: true })
  expect(lines).toEqual([expect.stringContaining('would take someone/absent from ')])
})

test('a model is used, or would be, and the lines say how to go back', async () => {
  const { context, paths } = await commandSpace()
  await writeFile(join(paths.root, 'tides.md'), '# Tides\n')
  const planned = await modelUse(context, { name: 'default', dryRun: true })
  expect(planned.lines).toEqual(['would use  default', 'would do   1 note added'])
  const { lines } = await modelUse(context, { name: 'default' })
  expect(lines[0]).toBe('in use     default')
  expect(lines.at(-1)).toBe('back       datacortex model use default')
  const none = await modelUse(context, { name: 'none' })
  expect(none.lines).toEqual(['in use     none, to rank notes anew', 'back       datacortex model use none'])
  expect((await modelUse(context, { name: 'none', dryRun: true })).lines).toEqual([
    'would use  none, to rank notes anew',
  ])
})
