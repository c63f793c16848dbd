import { expect, test } from 'vitest'
import { parseNote } from '../parse-note.ts'

const linksOf = (front: string) => parseNote(`---\n${front}---\n[[Body]]`, { path: 'a.md', sha256: '' }).links

test('links in properties are links at their lines, before those of the text', () => {
  const front =
    'director: "[[Greta Holm]]"\ncast:\n  - "[[Otto Brandt|Otto]]"\n  - "with [[Greta Holm]], [[Ana#Life]]"\nnested: { by: \'[[Deep]]\' }\n'
  expect(linksOf(front)).toMatchObject([
    { target: 'Greta Holm', syntax: 'wiki', line: 2 },
    { target: 'Otto Brandt', alias: 'Otto', line: 4 },
    { target: 'Greta Holm', line: 5 },
    { target: 'Ana', heading: 'Life', line: 5 },
    { target: 'Deep', line: 6 },
    { target: 'Body', line: 8 },
  ])
})

test('brackets without quotes, comments and names of fields are no links', () => {
  expect(linksOf('list: [[one]]\n# "[[two]]"\n"[[three]]": x\n').map(({ target }) => target)).toEqual(['Body'])
})

test('a link written with escapes, and one in what is no YAML, are links too', () => {
  expect(linksOf('x: "[[\\u0041na]]"\ny: "[[Bo]]"\n')).toMatchObject([{ target: 'Ana' }, { target: 'Bo', line: 3 }, {}])
  expect(linksOf('x: "[[Ana]]"\ntags: [a, b\n')).toMatchObject([{ target: 'Ana', line: 2 }, { target: 'Body' }])
})
