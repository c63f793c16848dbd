import { type ExtractedBlock, type ExtractedDocument, type Extraction, checkExtraction } from '@datacortex/plugin'
import { expect } from 'vitest'
import { codePattern } from './expect-coded.ts'
import { date } from './expect-source-answer.ts'

/**
 * Expects an extraction to keep the contract of sub-agents: shape, clean text, blocks in order and inside the text,
 * quotations that are in it, dates and ids in their form.
 * @example expectExtraction(await subAgent.extract(input, { signal }), { name: 'agent-pdf-extractor' })
 */
export function expectExtraction(extraction: Extraction, { name }: { name: string }): void {
  expect(() => checkExtraction(extraction, { name })).not.toThrow()
  // A worker hands it over.
  expect(structuredClone(extraction)).toEqual(extraction)
  for (const { code, severity, message, hint } of extraction.findings) {
    expect(code).toMatch(codePattern)
    expect(['info', 'warning', 'error']).toContain(severity)
    expect(`${message}${hint}`).not.toMatch(unclean)
  }
  const ids = extraction.documents.map(({ id }) => id)
  expect(new Set(ids).size, 'ids are unique').toBe(ids.length)
  for (const document of extraction.documents) expectDocument(document)
}

function expectDocument(document: ExtractedDocument): void {
  const { text, title, authors, blocks, conversation, publishedAt, workIds } = document
  expect(text.trim(), 'an empty success is no answer').not.toBe('')
  expect(text, 'NFC').toBe(text.normalize('NFC'))
  expect(unclean.exec(text)?.[0].codePointAt(0)?.toString(16), 'invisible characters').toBeUndefined()
  for (const line of [title, ...authors, document.siteName ?? '', ...(conversation?.speakers ?? [])]) {
    expect(line, 'one line').not.toMatch(/[\n\r\u2028\u2029]/)
    expect(line).not.toMatch(unclean)
    expect(line).toBe(line.normalize('NFC').trim())
  }
  expect(authors).not.toContain('')
  if (publishedAt !== undefined) expect(publishedAt).toMatch(date)
  for (const id of Object.values(workIds ?? {})) expect(id).not.toMatch(/^\s|\s$|^https?:|^doi:|^arxiv:/i)
  expectBlocks(blocks, { text })
  const turns = blocks.filter(({ kind }) => kind === 'turn').length
  for (const topic of conversation?.topics ?? [])
    expect(topic.turns.filter((turn) => !Number.isInteger(turn) || turn < 0 || turn >= turns)).toEqual([])
  for (const quote of [...(conversation?.decisions ?? []), ...(conversation?.insights ?? [])])
    expect(text.slice(quote.start, quote.end)).toBe(quote.text)
}

function expectBlocks(blocks: readonly ExtractedBlock[], { text }: { text: string }): void {
  let end = 0
  for (const block of blocks) {
    expect(block.start, 'blocks are in order and do not overlap').toBeGreaterThanOrEqual(end)
    expect(block.end, 'a block is not empty').toBeGreaterThan(block.start)
    expect(block.end).toBeLessThanOrEqual(text.length)
    end = block.end
    const part = text.slice(block.start, block.end)
    expect(part.trim()).not.toBe('')
    if (block.kind === 'heading') expect([1, 2, 3, 4, 5, 6]).toContain(block.level)
    if (block.page !== undefined) expect(block.page).toBeGreaterThanOrEqual(1)
    if (block.at !== undefined) expect(block.at).toMatch(date)
    if (block.kind === 'code') continue
    const prose = part.replaceAll(/`[^`]*`/g, '')
    expect(prose, 'raw HTML is never kept').not.toMatch(/(?<!\\)<(?:script|style|iframe|img|div|span|table)[\s/>]/i)
    expect(prose, 'remote images are links').not.toMatch(/(?<!\\)!\[[^\]]*\]\(\s*https?:/i)
  }
}

/** Controls but tab and line feed, directions, tags, and what has no width, joiners excepted. */
const unclean = /(?![\n\t])\p{Cc}|[\u200B\u202A-\u202E\u2060\u2066-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/u
