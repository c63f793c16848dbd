import { expect, test } from 'vitest'
import { subjectsOf } from './research-config.ts'

test('without words the addresses are the topic, which names files and heads the report', () => {
  const urls = ['https://a.example/x?key=abc', 'https://b.example/']
  expect(subjectsOf({ urls })).toEqual({ topic: 'https://a.example/x?key=*** https://b.example/', urls })
  expect(subjectsOf({ topic: 'tides', urls })).toEqual({ topic: 'tides', urls })
})

test.each([
  [{}, 'no topic'],
  [{ urls: ['ftp://x.example/z'] }, 'only addresses of http and https'],
  [{ urls: ['file:///etc/passwd'], topic: 'tides' }, 'only addresses of http and https'],
  [{ urls: ['https://'] }, 'only addresses of http and https'],
])('%j is wrong usage', (asked, message) => {
  expect(() => subjectsOf(asked)).toThrow(
    expect.objectContaining({ code: 'CLI_USAGE', message: expect.stringContaining(message) }),
  )
})
