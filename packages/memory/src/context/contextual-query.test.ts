import { expect, test } from 'vitest'
import { contextualQuery } from './contextual-query.ts'

test.each([
  ["datacortex search '{task_description}' --top 3", { query: 'spring tides', limit: 3, expand: 0 }],
  [
    'datacortex search "moon phases" --type zettel --expand 1',
    { query: 'moon phases', limit: 3, expand: 1, types: ['zettel'] },
  ],
  ['query: brand voice guidelines', { query: 'brand voice guidelines', limit: 3 }],
  ["what's {task} about", { query: "what's spring tides about" }],
  ['datacortex search tides --top many --expand 99', { query: 'tides', limit: 3, expand: 3 }],
])('%s', (written, expected) => {
  const query = contextualQuery(written, 'spring tides')
  expect(query).toMatchObject(expected)
})

test('braces of the task are text', () => {
  expect(contextualQuery('{task_description}', 'fill {task} in')?.query).toBe('fill {task} in')
})

test.each(['datacortex search --top', ' ', 'query:'])('%j has no words', (written) => {
  expect(contextualQuery(written, 'spring tides')).toBeUndefined()
})
