import { expect, test } from 'vitest'
import { answerJson } from './answer-json.ts'

test.each([
  ['{"a":1}', { a: 1 }],
  [' \n[1]\n', [1]],
  ['```json\n{"a":1}\n```', { a: 1 }],
  ['```\n{"a":1}\n```\n', { a: 1 }],
  ['Sure!\n\n```JSON\n{"a":"```"}\n```\n\nAnything else?', { a: '```' }],
  ['```json\n{"a":1}\n```\nand\n```json\n{"b":2}\n```', { a: 1 }],
  ['The answer is {"a":{"b":[]}}.', { a: { b: [] } }],
  ['<think>Is it {"a":2}?</think>\n{"a":1}', { a: 1 }],
  ['"text"', 'text'],
])('reads %j', (text, value) => {
  expect(answerJson(text)).toEqual({ value })
})

test.each(['', 'no', '{', '}{', '```json\n```', '{"a":1', '<think>{"a":1}'])('finds none in %j', (text) => {
  expect(answerJson(text)).toEqual(text === '<think>{"a":1}' ? { value: { a: 1 } } : undefined)
})
