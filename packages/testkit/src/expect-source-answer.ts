import type { FoundDocument, ReadDocument, SourceAnswer, WriterAnswer } from '@datacortex/plugin'
import { expect } from 'vitest'

/** Expects stable ids, http addresses, ISO dates, titles of one line, scores from 0 to 1, at most `limit` documents. */
export function expectSourceAnswer(answer: SourceAnswer, { limit }: { limit: number }): void {
  expect(structuredClone(answer)).toEqual(answer)
  const { documents, cost_usd: cost = 0 } = answer
  expect(documents.length, 'at most as many as were asked for').toBeLessThanOrEqual(limit)
  expect(new Set(documents.map(({ id }) => id)).size, 'ids are unique').toBe(documents.length)
  expect(cost).toBeGreaterThanOrEqual(0)
  if (answer.answer !== undefined) expect(answer.answer.trim()).not.toBe('')
  for (const document of documents) expectFound(document)
}

function expectFound(document: FoundDocument): void {
  const { id, title, url, score = 0, authors = [], publishedAt, workIds = {}, data } = document
  expectLine(id)
  expectLine(title)
  expect(title.length).toBeLessThanOrEqual(1000)
  for (const author of authors) expectLine(author)
  if (url !== undefined) expect(URL.parse(url)?.protocol, url).toMatch(/^https?:$/)
  if (publishedAt !== undefined) expect(publishedAt).toMatch(date)
  expect(score).toBeGreaterThanOrEqual(0)
  expect(score).toBeLessThanOrEqual(1)
  for (const workId of Object.values(workIds)) expect(workId).not.toMatch(/^\s|\s$|^$|^https?:|^doi:|^arxiv:/i)
  if (workIds.arxiv !== undefined) expect(workIds.arxiv, 'without its version').not.toMatch(/v\d+$/)
  for (const text of [document.snippet, document.text]) {
    expect(text?.trim(), 'left out rather than empty').not.toBe('')
    expect(text ?? '', 'plain text or Markdown').not.toMatch(/<(?:script|style|iframe|div|span|table|jats:)[\s/>]/i)
  }
  for (const row of data ?? [])
    for (const value of Object.values(row)) expect(['string', 'number', 'boolean', 'object']).toContain(typeof value)
}

export function expectReadDocument({ title, text, url, contentType, publishedAt, authors = [] }: ReadDocument): void {
  expectLine(title)
  expect(text.trim(), 'an empty success is no answer').not.toBe('')
  expect(URL.parse(url)?.protocol, url).toMatch(/^https?:$/)
  expect(contentType).toMatch(/^[a-z0-9.+-]+\/[a-z0-9.+-]+$/)
  if (publishedAt !== undefined) expect(publishedAt).toMatch(date)
  for (const author of authors) expectLine(author)
}

export function expectWritten({ text, model, tokens_in: tokensIn = 0, tokens_out: tokensOut = 0 }: WriterAnswer): void {
  expect(text.trim()).not.toBe('')
  expect(model).not.toBe('')
  for (const count of [tokensIn, tokensOut]) expect(Number.isSafeInteger(count) && count >= 0).toBe(true)
}

function expectLine(text: string): void {
  expect(text, 'one line, trimmed, not empty').toMatch(/^\S(?:[^\n\r\u2028\u2029]*\S)?$/)
}

/** UTC and as exact as it is known. */
export const date: RegExp = /^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)?)?)?$/
