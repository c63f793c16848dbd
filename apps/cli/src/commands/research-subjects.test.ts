import { expect, test } from 'vitest'
import { subjectsOf } from './research-subjects.ts'

test('words are the topic, addresses are read', () => {
  expect(subjectsOf({ subjects: ['spring tides'] })).toEqual({ topic: 'spring tides', urls: [] })
  expect(subjectsOf({ subjects: ['https://a.example/x'], topic: 'tides', select: ['1', '3'] })).toEqual({
    topic: 'tides',
    urls: ['https://a.example/x'],
    select: [1, 3],
  })
  // The topic names files and heads the report.
  expect(subjectsOf({ subjects: ['https://a.example/x?key=abc', 'https://b.example/'] })).toEqual({
    topic: 'https://a.example/x?key=*** https://b.example/',
    urls: ['https://a.example/x?key=abc', 'https://b.example/'],
  })
  // An address among the words of a topic is part of it.
  expect(subjectsOf({ subjects: ['what ftp://x.example serves'] }).topic).toBe('what ftp://x.example serves')
})

test.each([
  [{ subjects: [] }, 'no topic'],
  [{ subjects: ['ftp://x.example/z'] }, 'only addresses of http and https'],
  [{ subjects: ['file:///etc/passwd'], topic: 'tides' }, 'only addresses of http and https'],
  [{ subjects: ['https://'] }, 'only addresses of http and https'],
  [{ subjects: ['tides'], select: ['some'] }, '--select is all or numbers'],
  [{ subjects: ['tides'], select: ['0'] }, '--select is all or numbers'],
  [{ subjects: ['tides'], select: ['all', '1'] }, '--select is all or numbers such as 1,3,5, not "all,1"'],
])('%j is wrong usage', (options, message) => {
  expect(() => subjectsOf(options)).toThrow(
    expect.objectContaining({ code: 'CLI_USAGE', message: expect.stringContaining(message) }),
  )
})
