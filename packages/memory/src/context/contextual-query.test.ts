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

test('flags of the command are understood in both forms; a shell would do more, here nothing is run', () => {
  const written =
    'datacortex search "a|b" it\'s --top=7 --type zettel,note --tag a,b --space 1-acme --from 2026-01-01 --to x --json ; rm -rf ~'
  expect(contextualQuery(written, '')).toEqual({
    query: "a|b it's",
    limit: 7,
    expand: 0,
    types: ['zettel', 'note'],
    tags: ['a', 'b'],
    spaces: ['1-acme'],
    from: '2026-01-01',
    to: undefined,
    ignored: ['; rm -rf ~', '--to x', '--json'],
  })
  expect(contextualQuery('datacortex search $(cat x) `id`', '')?.query).toBe('$(cat x) `id`')
  expect(contextualQuery('datacortex searching', '')?.query).toBe('datacortex searching')
})

test.each([
  ["datacortex search 'moon phases'; rm -rf /", '; rm -rf /'],
  ["datacortex search 'moon phases'| head -3", '| head -3'],
  ["datacortex search 'moon phases'&&rm x", '&&rm x'],
  ['datacortex search "moon phases"&', '&'],
  ['datacortex search moon phases>out.txt', '>out.txt'],
  ['datacortex search moon phases 2>/dev/null', '2>/dev/null'],
])('what a shell would do next is left out, also without a space before it: %s', (written, rest) => {
  expect(contextualQuery(written, '')).toMatchObject({ query: 'moon phases', ignored: [rest] })
})

test('such signs inside a quotation are words', () => {
  const query = contextualQuery(`datacortex search 'R&D; a|b' "x > y" it's`, '')
  expect(query).toMatchObject({ query: "R&D; a|b x > y it's", ignored: [] })
})
