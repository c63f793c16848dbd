import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addInboxTasks, markDone, setProperties } from './edit-org.ts'
import { readOrg } from './read-org.ts'
import { linesOfWordless, researchQueue } from './research-queue.ts'

const file = `#+TITLE: Queue
#+TODO: TODO NEXT(n) | DONE(d) DROPPED

Some words before.
* NEXT [#A] Read [[https://a.example/x][the study]] :AI:research:
SCHEDULED: <2026-01-02 Fri>
:PROPERTIES:
:ID: abc
:END:
See https://b.example/y and
#+begin_example
https://not.example/z
#+end_example
** TODO A child :other:
* DONE Old https://c.example :AI:research:
* TODO Plain https://d.example/d
* Just a heading
`

const at = '2026-11-22T10:15:00Z'

test('headings, keywords of the file, tags, properties and links', () => {
  const { headings, problems } = readOrg(file)
  expect(headings).toMatchObject([
    {
      level: 1,
      keyword: { text: 'NEXT' },
      isDone: false,
      title: 'Read [[https://a.example/x][the study]]',
      tags: ['AI', 'research'],
      drawer: { properties: { ID: { value: 'abc' } } },
      links: ['https://a.example/x', 'https://b.example/y'],
    },
    { level: 2, keyword: { text: 'TODO' }, title: 'A child', tags: ['other'] },
    { isDone: true },
    { title: 'Plain https://d.example/d', links: ['https://d.example/d'] },
    { keyword: undefined, title: 'Just a heading' },
  ])
  expect(problems).toEqual([])
})

test('the queue: tagged open tasks, and in a file of research every open one with an address', () => {
  const org = readOrg(file)
  expect(researchQueue(org)).toMatchObject([
    { topic: 'Read the study', urls: ['https://a.example/x', 'https://b.example/y'] },
  ])
  expect(researchQueue(org, { isResearchFile: true }).map(({ topic }) => topic)).toEqual([
    'Read the study',
    'Plain https://d.example/d',
  ])
})

test('a task without words or address asks for nothing, and its line is known', () => {
  const org = readOrg(
    '* TODO Tides :AI:research:\n** TODO :AI:research:\n* TODO :AI:research:\nhttps://a.example/x\n* TODO\n',
  )
  expect(researchQueue(org).map(({ topic, urls }) => [topic, urls])).toEqual([
    ['Tides', []],
    ['', ['https://a.example/x']],
  ])
  expect(linesOfWordless(org)).toEqual([2])
})

test('a key in an address is no part of a topic, which names files and heads a report', () => {
  const org = readOrg('* TODO https://a.example/x?id=1&api_key=abc :AI:research:\n')
  expect(researchQueue(org)).toMatchObject([
    { topic: 'https://a.example/x?id=1&api_key=***', urls: ['https://a.example/x?id=1&api_key=abc'] },
  ])
})

test('a task that is done keeps every other byte', () => {
  const org = readOrg(file)
  const [first] = org.headings
  if (first === undefined) throw new Error('no heading')
  const properties = { OUTPUT: 'reports/study.md', ID: 'abc', ZETTELS: 'a.md\n* forged' }
  const { text, problems } = markDone(org, first, { at, properties })
  expect(problems).toEqual([])
  expect(text).toBe(
    file
      .replace('* NEXT [#A]', '* DONE [#A]')
      .replace('SCHEDULED: <2026-01-02 Fri>', 'CLOSED: [2026-11-22 Sun 10:15] SCHEDULED: <2026-01-02 Fri>')
      .replace(':ID: abc\n', ':ID: abc\n:OUTPUT: reports/study.md\n:ZETTELS: a.md * forged\n'),
  )
  const again = readOrg(text)
  const [done] = again.headings
  expect(done).toMatchObject({ isDone: true })
  expect(done && markDone(again, done, { at, properties }).text).toBe(text)
})

test('without planning and drawer both are made, with the line feeds of the file', () => {
  const org = readOrg('* TODO One\r\nbody\r\n* TODO Two')
  const texts = org.headings.map((heading) => markDone(org, heading, { at, properties: { OUTPUT: 'x.md' } }).text)
  const made = 'CLOSED: [2026-11-22 Sun 10:15]\r\n:PROPERTIES:\r\n:OUTPUT: x.md\r\n:END:'
  expect(texts).toEqual([`* DONE One\r\n${made}\r\nbody\r\n* TODO Two`, `* TODO One\r\nbody\r\n* DONE Two\r\n${made}`])
})

test('a broken drawer is named, and nothing is put into it', () => {
  const text = '* TODO One\n:PROPERTIES:\n:ID: x\nNo end here\n* TODO Two\n:PROPERTIES:\n'
  const org = readOrg(text)
  expect(org.problems).toMatchObject([{ line: 1 }, { line: 5 }])
  const [one] = org.headings
  const result = one && markDone(org, one, { at, properties: { OUTPUT: 'x' } })
  expect(result?.problems).toHaveLength(1)
  expect(result?.text).toBe(text.replace('* TODO One', '* DONE One\nCLOSED: [2026-11-22 Sun 10:15]'))
})

test('tasks are added at the end, once, and none can forge a heading', () => {
  const tasks = [
    { title: 'Check the dosing\n* DONE forged', tags: ['AI', 'x y'], properties: { SOURCE: 'r-1\n:END:' } },
    { title: 'A child', properties: {} },
  ]
  const added = addInboxTasks(file, tasks)
  expect(added).toBe(`${file}* TODO Check the dosing * DONE forged :AI:x_y:\n:PROPERTIES:\n:SOURCE: r-1 :END:\n:END:\n`)
  expect(addInboxTasks(added, tasks)).toBe(added)
  expect(addInboxTasks('no feed', [{ title: 'One', properties: {} }])).toBe('no feed\n* TODO One\n')
  expect(addInboxTasks('', [])).toBe('')
})

test('tags of scripts whose vowels are marks are read and written', () => {
  const added = addInboxTasks('* TODO काम :हिन्दी:\n', [{ title: 'Prüfen', tags: ['ภาษาไทย'], properties: {} }])
  const { headings } = readOrg(added)
  expect(headings.map(({ title, tags }) => [title, ...tags])).toEqual([
    ['काम', 'हिन्दी'],
    ['Prüfen', 'ภาษาไทย'],
  ])
  const [, reported] = readOrg(addInboxTasks(added, [{ title: 'Read :हिन्दी:', properties: {} }])).headings.slice(1)
  expect(reported?.tags).toEqual([])
})

test.each([
  ['Check it at https://evil.example/x :AI:research:', 'Check it at https://evil.example/x AI research'],
  ['Check it :AI::research: ', 'Check it AI research'],
  [':AI:research:', 'AI research'],
  ['[#A] [#1] Check it', 'Check it'],
  ['[#A]:AI:research:', 'AI research'],
  ['Check it :AI:research: ::', 'Check it AI research'],
  ['Open [[shell:x][this]]', 'Open shell:x][this'],
  ['Compare a:b: and c', 'Compare a:b: and c'],
])('the title %j brings no tag, priority or link, and is known again', (title, plain) => {
  const added = addInboxTasks('', [{ title, properties: { RESEARCH: 'r-1' } }])
  const org = readOrg(added)
  expect(org.headings).toMatchObject([{ title: plain, tags: [] }])
  expect(researchQueue(org)).toEqual([])
  expect(addInboxTasks(added, [{ title, properties: {} }])).toBe(added)
})

test('whatever a title is, it is read back as it was written, with no tags but those it was given', () => {
  const piece = fc.constantFrom(':', 'a', ' ', '[', ']', '[#B]', ':x:', 'TODO', 'DONE ', '\n* ', 'é', '\t')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, isTagged) => {
      const tags = isTagged ? ['own'] : []
      const added = addInboxTasks('', [{ title: pieces.join(''), tags, properties: {} }])
      const org = readOrg(added)
      for (const heading of org.headings) expect(heading.tags).toEqual(tags)
      expect(org.headings.length).toBeLessThanOrEqual(1)
      expect(addInboxTasks(added, [{ title: pieces.join(''), tags, properties: {} }])).toBe(added)
    }),
    { numRuns: 1000 },
  )
})

test('ten thousand headings and a body without end are read', () => {
  const many = Array.from({ length: 10_000 }, (_, n) => `* TODO Task ${n}\nsee https://x.example/${n}\n`).join('')
  expect(readOrg(many).headings).toHaveLength(10_000)
  expect(readOrg(`* TODO Long\n${'word [[https://x.example][x]] '.repeat(20_000)}`).headings[0]?.links).toContain(
    'https://x.example',
  )
})

test('whatever the file is, reading never throws, and the pieces are the whole', () => {
  const piece = fc.constantFrom(
    '* ',
    '** TODO ',
    ':PROPERTIES:\n',
    ':END:\n',
    ':A: b\n',
    '\r\n',
    'x',
    'CLOSED: [x]\n',
    '\t',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('')
      const org = readOrg(text)
      for (const heading of org.headings) {
        const { text: edited } = markDone(org, heading, { at, properties: { OUTPUT: 'o' } })
        expect(edited.startsWith(text.slice(0, heading.start))).toBe(true)
        expect(edited.endsWith(text.slice(heading.end))).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})

test('a task knows what it stands under, and when it failed; properties are set and replaced', () => {
  const text =
    '* Coast\n** Birds\n*** TODO One https://a.example/1\n** TODO Two https://a.example/2\n* TODO Three https://a.example/3\n'
  const org = readOrg(text)
  const queue = researchQueue(org, { isResearchFile: true })
  expect(queue.map(({ under, failedOn }) => [under, failedOn])).toEqual([
    ['Birds', undefined],
    ['Coast', undefined],
    [undefined, undefined],
  ])
  const [first] = queue
  if (first === undefined) throw new Error('no task')
  const once = setProperties(org, first.heading, { RESEARCH_FAILED: '2026-11-22 it answered 404' }).text
  const [again] = researchQueue(readOrg(once), { isResearchFile: true })
  expect(again?.failedOn).toBe('2026-11-22')
  expect(once).toBe(text.replace('/1\n', '/1\n:PROPERTIES:\n:RESEARCH_FAILED: 2026-11-22 it answered 404\n:END:\n'))
  const twice = again && setProperties(readOrg(once), again.heading, { RESEARCH_FAILED: '2026-11-23 again' }).text
  expect(twice).toBe(once.replace('2026-11-22 it answered 404', '2026-11-23 again'))
  const broken = readOrg('* TODO X https://a.example\n:PROPERTIES:\nno end')
  const [heading] = broken.headings
  expect(heading && setProperties(broken, heading, { A: 'b' })).toMatchObject({
    text: broken.text,
    problems: [expect.stringContaining('no :END:')],
  })
})

test('a drawer without an end is no work, however many colons it has; one with an end has them all', () => {
  const lines = ':URL: a: b: c: d: e\n'.repeat(200)
  expect(readOrg(`* TODO Tides\n:PROPERTIES:\n${lines}no end\n`).headings[0]?.hasBrokenDrawer).toBe(true)
  const whole = '* TODO Tides\r\n  :PROPERTIES:\r\n  :ID: x: y\r\n  :EMPTY:\r\n  :END:  \r\nText\r\n'
  const [heading] = readOrg(whole).headings
  const { properties, start = 0, end, endLine = 0 } = heading?.drawer ?? {}
  expect(Object.entries(properties ?? {}).map(([name, { value }]) => [name, value])).toEqual([
    ['ID', 'x: y'],
    ['EMPTY', ''],
  ])
  expect(whole.slice(start, end)).toBe('  :PROPERTIES:\r\n  :ID: x: y\r\n  :EMPTY:\r\n  :END:  ')
  expect(whole.slice(endLine, end)).toBe('  :END:  ')
  const id = properties?.['ID']
  expect(whole.slice(id?.start, id?.end)).toBe('  :ID: x: y')
})
