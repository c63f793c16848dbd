import { expect, test } from 'vitest'
import { judgedDocuments } from '../bench/data/judged-notes.ts'
import { files, readText } from './workspace.ts'

const judged = files.filter((file) => /^test\/fixtures\/judged-notes\/\w+\/.*(?<!\.json)$/.test(file))

test('most judged documents say where they were taken from, and no half has more of them', () => {
  const taken = judged.filter((file) => readText(file).split('\n', 1)[0]?.includes('⟦from '))
  expect(judged.length).toBeGreaterThanOrEqual(40)
  expect(taken.length / judged.length).toBeGreaterThan(0.5)
  const [choosing, unseen] = ['choosing', 'unseen'].map((half) => judged.filter((file) => file.includes(`/${half}/`)))
  expect(choosing?.length).toBe(unseen?.length)
})

test('every judged document has ideas, and none keeps a mark', async () => {
  for (const half of ['choosing', 'unseen'] as const)
    for (const { name, text, marks } of await judgedDocuments(half)) {
      expect(text, name).not.toMatch(/[⟦⟧]/)
      expect(
        marks.some(({ mark }) => /^\d$/.test(mark)),
        name,
      ).toBe(true)
    }
})
