import { expect, test } from 'vitest'
import { contentWords } from '../request/query-words.ts'

test('the words that carry the subject, each once, in order', () => {
  expect(contentWords('My pod keeps crashing; why is my POD crashing?')).toEqual(['pod', 'keeps', 'crashing'])
})

test('letters of every script and digits are words', () => {
  expect(contentWords('Überprüfe k8s 東京!')).toEqual(['überprüfe', 'k8s', '東京'])
  expect(contentWords('Überprüfe'.normalize('NFD'))).toEqual(['überprüfe'])
  expect(contentWords('हिन्दी में लिखो')).toEqual(['हिन्दी', 'में', 'लिखो'])
})

test('a query of stop words has none', () => {
  expect(contentWords('what should I do with this?')).toEqual([])
  expect(contentWords(' … ')).toEqual([])
})
