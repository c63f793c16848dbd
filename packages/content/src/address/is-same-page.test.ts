import { describe, expect, test } from 'vitest'
import { isSamePage } from './is-same-page.ts'

describe('isSamePage', () => {
  test.each([
    ['http://www.example.org/a/', 'https://example.org/a'],
    ['https://example.org/a?utm_source=x&b=2&a=1#top', 'https://example.org/a?a=1&b=2'],
    ['https://example.org/a/index.html', 'https://example.org/a'],
    ['https://example.org', 'https://example.org/index.php'],
    ['https://m.example.org/a', 'https://www.example.org/a'],
    ['https://example.org/a/amp/', 'https://example.org/a'],
    ['https://example.org/a.amp.html', 'https://example.org/a.html'],
    ['https://example.org/amp/a', 'https://example.org/a'],
    ['https://example.org/a?outputType=amp', 'https://example.org/a'],
  ])('%s is %s', (a, b) => {
    expect(isSamePage(a, b)).toBe(true)
    expect(isSamePage(b, a)).toBe(true)
  })

  test.each([
    ['https://example.org/a', 'https://example.org/'],
    ['https://example.org/a', 'https://example.org/b'],
    ['https://example.org/a?id=1', 'https://example.org/a'],
    ['https://example.org/A', 'https://example.org/a'],
    ['http://127.0.0.1:8080/a', 'http://127.0.0.1:8081/a'],
    ['http://127.0.0.1:8080/a', 'http://127.0.0.1/a'],
    ['https://blog.example.org/a', 'https://example.org/a'],
    ['https://example.org/#!/a', 'https://example.org/#!/b'],
    ['https://m.org/a', 'https://www.org/a'],
    ['https://example.org/lamp', 'https://example.org/l'],
    ['mailto:a@example.org', 'mailto:a@example.org'],
    ['', ''],
  ])('%s is not %s', (a, b) => {
    expect(isSamePage(a, b)).toBe(false)
  })
})
