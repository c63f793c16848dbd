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
  expect(contextualQuery('{task_description}', 'fill {task} in {x}')).toMatchObject({
    query: 'fill {task} in {x}',
    remarks: [],
  })
})

test.each(['datacortex search --top', ' ', 'query:'])('%j has no words', (written) => {
  expect(contextualQuery(written, 'spring tides').query).toBe('')
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
    remarks: [
      ...['; rm -rf ~', '--json'].map((part) => `${part} has no meaning here`),
      '--to x is no date and has no effect',
    ],
  })
  expect(contextualQuery('datacortex search $(cat x) `id`', '').query).toBe('$(cat x) `id`')
  expect(contextualQuery('datacortex searching', '').query).toBe('datacortex searching')
})

test.each([
  ["datacortex search 'moon phases'; rm -rf /", '; rm -rf /'],
  ["datacortex search 'moon phases'| head -3", '| head -3'],
  ["datacortex search 'moon phases'&&rm x", '&&rm x'],
  ['datacortex search "moon phases"&', '&'],
  ['datacortex search moon phases>out.txt', '>out.txt'],
  ['datacortex search moon phases 2>/dev/null', '2>/dev/null'],
])('what a shell would do next is left out, also without a space before it: %s', (written, rest) => {
  expect(contextualQuery(written, '')).toMatchObject({
    query: 'moon phases',
    remarks: [`${rest} has no meaning here`],
  })
})

test('such signs inside a quotation are words', () => {
  const query = contextualQuery(`datacortex search 'R&D; a|b' "x > y" it's`, '')
  expect(query).toMatchObject({ query: "R&D; a|b x > y it's", remarks: [] })
})

test.each([
  ['rules of {topic} for {task}', 'rules of for spring tides', ['nothing fills {topic}; it is searched without that']],
  ['{Source.Url}', '', ['nothing fills {Source.Url}; it is searched without that']],
  ['datacortex search tides --space {space}', 'tides', ['nothing fills {space}; --space has no effect']],
  ['datacortex search tides --tag {task}', 'tides', ['nothing fills {task}; --tag has no effect']],
  ['datacortex search --sources web tides', 'tides', ['--sources web has no meaning here']],
  ['datacortex search tides --top 99 --expand 9', 'tides', ['--top 99 is taken as 20', '--expand 9 is taken as 3']],
])('what has no effect in %s is told', (written, query, remarks) => {
  expect(contextualQuery(written, 'spring tides')).toMatchObject({ query, remarks, spaces: undefined, tags: undefined })
})

const asWritten = 'is only text here; it is searched as it is written'

test.each([
  ['about { task }', 'about spring tides', []],
  ["datacortex search { task } '{ task_description }'", 'spring tides spring tides', []],
  ['about {{task}}', 'about spring tides', ['{{task}} is taken as {task}']],
  ['about {{ topic }}', 'about', ['nothing fills {{ topic }}; it is searched without that']],
  ['about ${task}', 'about', ['nothing fills ${task}; it is searched without that']],
  ['datacortex search tides -n 3 -v moon', 'tides moon', ['-n 3 has no meaning here', '-v has no meaning here']],
  ['datacortex search tides -n3 --Top 4', 'tides 4', ['-n3 has no meaning here', '--Top has no meaning here']],
  ['datacortex search tides --from 2026-13-99', 'tides', ['--from 2026-13-99 is no date and has no effect']],
  ['datacortex search tides --to=2026-02-30', 'tides', ['--to 2026-02-30 is no date and has no effect']],
  ['datacortex search $(cat x) `id` $HOME', '$(cat x) `id` $HOME', ['$(cat x)', '`id`', '$HOME']],
  ["datacortex search '$(cat x)'", '$(cat x)', []],
  ['tides $(cat x) --top 3 -n 2', 'tides $(cat x) --top 3 -n 2', ['$(cat x)', '--top', '-n']],
  ['low-water well-known - $5 `code`', 'low-water well-known - $5 `code`', []],
])('what %s means, and what of it is only text', (written, query, remarks) => {
  const reported = remarks.map((each) =>
    each.includes(' has ') || each.includes(' is ') || each.includes(' it ') ? each : `${each} ${asWritten}`,
  )
  expect(contextualQuery(written, 'spring tides')).toMatchObject({
    query,
    remarks: reported,
    limit: 3,
    from: undefined,
  })
})

test('a flag of lists counts each time it is there', () => {
  const written = 'datacortex search tides --tag a --tag b --type zettel --type note --top 2 --top 4'
  expect(contextualQuery(written, '')).toMatchObject({ tags: ['a', 'b'], types: ['zettel', 'note'], limit: 4 })
})
