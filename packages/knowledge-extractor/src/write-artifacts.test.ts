import { expect, test } from 'vitest'
import { extractKnowledge, knowledgeSpace, signal, tides } from './__fixtures__/knowledge-space.ts'

test('hooks are told what was written', async () => {
  const reported: unknown[] = []
  const { ports } = await knowledgeSpace(
    {},
    {
      run: 'r1',
      hooks: {
        emit: (point, payload) => Promise.resolve(void reported.push([point, payload]) as never).then(() => []),
      },
    },
  )
  const [result] = await extractKnowledge({ kind: 'text', text: tides }, ports, { signal })
  expect(reported).toMatchObject([
    ['post_extract', { run: 'r1', input: 'text', literature_note: result?.literature_note }],
  ])
})
